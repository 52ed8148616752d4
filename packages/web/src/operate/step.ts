/** Props of each step of a new event, and the binding of its inputs to the draft. Pure. */
import type { EventDraft, Problems } from './draft.ts';
import { type Bind, boundTo } from './fields.ts';

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
