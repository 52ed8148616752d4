/** Commands about questions: clarifications, suggestions, and the opening of trading. */
import type { AccountId, CatalogId } from '../units/units.ts';
import type { SuggestionText, SuggestionVerdict } from './definition.ts';

/** Adds a note to the rules of an event. It is dated by its entry and never changes. */
export interface AddClarification {
  readonly kind: 'AddClarification';
  readonly catalogEvent: CatalogId;
  /** Trimmed by the engine. */
  readonly text: string;
}

export interface AddSuggestion extends SuggestionText {
  readonly kind: 'AddSuggestion';
  readonly account: AccountId;
}

/** Approves or rejects a waiting suggestion. No effect if it has this status already. */
export interface DecideSuggestion extends SuggestionVerdict {
  readonly kind: 'DecideSuggestion';
}

/** Issued by the sequencer: opens trading in markets that have reached their opening time, in bounded steps. */
export interface OpenTrading {
  readonly kind: 'OpenTrading';
}

export type AskingCommand = AddClarification | AddSuggestion | DecideSuggestion | OpenTrading;
