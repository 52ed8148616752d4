/** Data types of asking: clarifications of questions, and questions that members suggest. Texts stay in the journal. */
import type { CatalogId } from '../units/units.ts';

declare const suggestionBrand: unique symbol;
/** Number of a suggestion in the order of writing, from 1; also its public id. */
export type SuggestionId = number & { readonly [suggestionBrand]: 'SuggestionId' };

/** Statuses of a suggestion. Snapshots store the text. */
export const SUGGESTION_STATUSES = ['waiting', 'approved', 'rejected'] as const;
export type SuggestionStatus = (typeof SUGGESTION_STATUSES)[number];

/** The question that a member suggests. */
export interface SuggestionText {
  readonly title: string;
  readonly description: string;
  /** Names of the possible answers; empty: yes or no. */
  readonly answers: readonly string[];
  /** ISO 8601 in UTC, or ''. */
  readonly endDate: string;
}

export interface SuggestionVerdict {
  readonly suggestion: SuggestionId;
  readonly status: Exclude<SuggestionStatus, 'waiting'>;
  readonly note: string;
  /** The event made of an approved suggestion; null: none is named. */
  readonly catalogEvent: CatalogId | null;
}
