/** Asking: questions that members suggest, and clarifications of events. */
import { Type } from 'typebox';
import { strict, text } from '../described.ts';
import { Page } from './catalog.ts';
import { CATALOG_ID_PATTERN, IsoTime } from './common.ts';

export const SUGGESTION_STATUSES = ['waiting', 'approved', 'rejected'] as const;
const Status = Type.Enum([...SUGGESTION_STATUSES]);

/** Most characters of each text. */
export const ASKING_LENGTHS_MAX = { clarification: 2_000, title: 200, description: 2_000, note: 500 } as const;
const written = (name: keyof typeof ASKING_LENGTHS_MAX, description: string, bounds: { readonly minLength?: 1 } = {}) =>
  Type.String({ ...bounds, maxLength: 2 * ASKING_LENGTHS_MAX[name], description });

/** Body of `POST /admin/events/{id}/clarifications`. */
export const ClarificationBody = strict({ text: written('clarification', '1 to 2,000 characters', { minLength: 1 }) });

/** Body of `POST /suggestions`. */
export const SuggestionPost = strict({
  title: written('title', 'the question, a line of 1 to 200 characters', { minLength: 1 }),
  description: Type.Optional(written('description', 'how it resolves, at most 2,000 characters; default empty')),
  answers: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 20,
      description: '2 to 20 different answers of at most 100 characters; default none: yes or no',
    }),
  ),
  endDate: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601; default none' })),
});
export type SuggestionPost = Type.Static<typeof SuggestionPost>;

export const Suggestion = Type.Object({
  id: Type.String(),
  userAddress: text('base address of the account that suggests it'),
  title: Type.String(),
  description: Type.String(),
  answers: Type.Array(Type.String(), { description: 'empty: yes or no' }),
  endDate: text('ISO 8601; empty without one'),
  createdAt: IsoTime,
  status: Status,
  note: text('of the operator who decided it'),
  decidedAt: text('ISO 8601; empty while it waits'),
  eventId: text('the event that was made of it; empty without one'),
  eventSlug: Type.String(),
});
export type Suggestion = Type.Static<typeof Suggestion>;
export const Suggestions = Type.Array(Suggestion);

export const SuggestionsQuery = Type.Object(Page);
export const AdminSuggestionsQuery = Type.Object({
  ...Page,
  status: Type.Optional(Type.Enum([...SUGGESTION_STATUSES], { description: 'default: all' })),
});
export type AdminSuggestionsQuery = Type.Static<typeof AdminSuggestionsQuery>;

export const SuggestionParams = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'id of the suggestion' }),
});

const note = Type.Optional(written('note', 'for the account that suggested it, at most 500 characters'));
export const SuggestionRejection = strict({ note });
export const SuggestionApproval = strict({
  note,
  eventId: Type.Optional(Type.String({ pattern: CATALOG_ID_PATTERN, description: 'the event that was made of it' })),
});
