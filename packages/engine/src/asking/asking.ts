/**
 * State of asking: counts of clarifications, suggestions without their texts, and markets that are still to open. Owned
 * by `State`; only `apply` changes it.
 */
import type { Market } from '../market/market.ts';
import { CloseQueue } from '../timers.ts';
import type { AccountId, CatalogId } from '../units/units.ts';
import { violated } from '../units/units.ts';
import type { SuggestionId, SuggestionStatus } from './definition.ts';

export interface Suggestion {
  readonly account: AccountId;
  readonly timeMs: number;
  status: SuggestionStatus;
}

/** Plain-data form for snapshots. */
export interface AskingSnapshot {
  readonly clarifications: readonly (readonly [CatalogId, number])[];
  readonly suggestions: readonly Suggestion[];
}

export class Asking {
  /** Markets with an opening time that the timer has not recorded yet. */
  readonly openings = new CloseQueue();
  /** Number of clarifications by event; absent for 0. */
  readonly clarifications = new Map<CatalogId, number>();
  readonly #suggestions: Suggestion[] = [];
  readonly #byAccount = new Map<AccountId, Suggestion[]>();

  get suggestionCount(): number {
    return this.#suggestions.length;
  }

  suggestion(id: SuggestionId): Readonly<Suggestion> | null {
    return this.#suggestions[id - 1] ?? null;
  }

  /** Suggestions of an account, oldest first. */
  suggestionsOf(account: AccountId): readonly Readonly<Suggestion>[] {
    return this.#byAccount.get(account) ?? [];
  }

  addSuggestion(suggestion: Suggestion): void {
    this.#suggestions.push(suggestion);
    const own = this.#byAccount.get(suggestion.account);
    if (own === undefined) this.#byAccount.set(suggestion.account, [suggestion]);
    else own.push(suggestion);
  }

  decideSuggestion(id: SuggestionId, status: SuggestionStatus): void {
    const found = this.#suggestions[id - 1] ?? violated(`no suggestion ${id}`);
    found.status = status;
  }

  snapshot(): AskingSnapshot {
    return {
      clarifications: [...this.clarifications],
      suggestions: this.#suggestions.map((suggestion) => ({ ...suggestion })),
    };
  }

  /** Restores all but the queue of openings, which the markets fill. */
  static restore({ clarifications, suggestions }: AskingSnapshot): Asking {
    const asking = new Asking();
    for (const [event, count] of clarifications) asking.clarifications.set(event, count);
    for (const suggestion of suggestions) asking.addSuggestion({ ...suggestion });
    return asking;
  }

  /** Calls `add` with every fact that affects decisions, for the fingerprint of the state. */
  facts(add: (...facts: readonly (string | number)[]) => void): void {
    for (const [event, count] of this.clarifications) add('clarifications', event, count);
    for (const [index, { account, timeMs, status }] of this.#suggestions.entries())
      add('suggestion', index, account, timeMs, status);
    if (this.openings.size > 0) add('opening', this.openings.size);
  }
}

/** Sets the opening time of a market. A time that has passed stands for none. */
export function setOpenTime({ openings }: Asking, market: Market, openTimeMs: number | null, timeMs: number): void {
  if (market.openTimeMs !== null) openings.remove(market.id, market.openTimeMs);
  const isAhead = openTimeMs !== null && openTimeMs > timeMs && market.status === 'open';
  market.openTimeMs = isAhead ? openTimeMs : null;
  if (isAhead) openings.add(market.id, openTimeMs);
}
