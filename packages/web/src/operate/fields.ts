/** Binds inputs to the fields of a form. */
import { useEffect, useRef } from 'react';
import type { EventDraft, Problems } from './draft-shape.ts';

/** Props common to inputs, text areas and selects. */
interface BoundField {
  readonly text: readonly [text: string, set: (text: string) => void];
  readonly error: string | null;
}

/** Returns the props that bind an input to the named field. */
export type Bind<Name extends string> = (name: Name) => BoundField;

export function boundTo<Name extends string>(
  text: Readonly<Record<Name, string>>,
  problems: Readonly<Partial<Record<string, string | null>>>,
  set: (name: Name, value: string) => void,
): Bind<Name> {
  return (name) => ({ text: [text[name], (value) => set(name, value)], error: problems[name] ?? null });
}

/** The fields that are filled in, trimmed: an empty one is left out. */
export const filled = <Name extends string>(text: Readonly<Record<Name, string>>): { [Field in Name]?: string } =>
  Object.fromEntries(
    Object.entries<string>(text).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  ) as { [Field in Name]?: string };

/** Focuses the first field with a problem when the user tries to go on. */
export function useFocusOnProblem(isChecked: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isChecked) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isChecked]);
  return form;
}

/** Props of each step of a new event, and the binding of its inputs to the draft. */
export interface StepProps {
  readonly draft: EventDraft;
  /** Problems of this step; empty until the user tries to go on. */
  readonly problems: Problems;
  readonly onChange: (change: Partial<EventDraft>) => void;
}

/** Names of the draft's text fields. */
type TextName = { [Name in keyof EventDraft]: EventDraft[Name] extends string ? Name : never }[keyof EventDraft];

export function bindDraft({ draft, problems, onChange }: StepProps): Bind<TextName> {
  return boundTo<TextName>(draft, problems, (name, value) => onChange({ [name]: value }));
}
