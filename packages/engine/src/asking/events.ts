/** Events of asking. */
import type { MarketId } from '../units/units.ts';
import type { AddClarification, AddSuggestion } from './commands.ts';
import type { SuggestionId, SuggestionVerdict } from './definition.ts';

export interface ClarificationAdded extends Omit<AddClarification, 'kind'> {
  readonly kind: 'ClarificationAdded';
  /** Number within its event, from 1. */
  readonly number: number;
}

export interface SuggestionAdded extends Omit<AddSuggestion, 'kind'> {
  readonly kind: 'SuggestionAdded';
  readonly suggestion: SuggestionId;
}

export interface SuggestionDecided extends SuggestionVerdict {
  readonly kind: 'SuggestionDecided';
}

/** A market reached its opening time: it takes orders. */
export interface TradingOpened {
  readonly kind: 'TradingOpened';
  readonly market: MarketId;
}

export type AskingEvent = ClarificationAdded | SuggestionAdded | SuggestionDecided | TradingOpened;
