/** What every step of a new event gets, and how its inputs are tied to the draft. Pure. */
import type { EventDraft, Problems } from './draft.ts';
import { type Bind, boundTo } from './fields.ts';

export interface StepProps {
  readonly draft: EventDraft;
  /** Of this step; empty until someone tried to go on. */
  readonly problems: Problems;
  readonly onChange: (change: Partial<EventDraft>) => void;
}

/** Fields of the draft that are text. */
type TextName = { [Name in keyof EventDraft]: EventDraft[Name] extends string ? Name : never }[keyof EventDraft];

export function bindDraft({ draft, problems, onChange }: StepProps): Bind<TextName> {
  return boundTo<TextName>(draft, problems, (name, value) => onChange({ [name]: value }));
}
