/** Counter of open markets, updated from entries: a venue has thousands of markets and is asked every few seconds. */
import type { MarketId, State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';

export class OpenMarkets {
  readonly #open = new Set<MarketId>();

  constructor(state: Readonly<State>) {
    for (const { id } of state.markets) this.#look(state, id);
  }

  /** Number of markets that are neither closed nor resolved. */
  get count(): number {
    return this.#open.size;
  }

  /** Updates the count; `state` already includes the entries. */
  take(entries: readonly ChainedEntry[], state: Readonly<State>): void {
    for (const { events } of entries) {
      for (const event of events) {
        if (event.kind.startsWith('Market') && 'market' in event) this.#look(state, event.market);
      }
    }
  }

  #look(state: Readonly<State>, id: MarketId): void {
    if (state.markets[id]?.closed === false) this.#open.add(id);
    else this.#open.delete(id);
  }
}
