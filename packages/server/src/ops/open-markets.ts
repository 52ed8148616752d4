/** How many markets are open: counted as entries go by, since a venue has thousands and is asked every few seconds. */
import type { MarketId, State } from '@bellwether/engine';
import type { ChainedEntry } from '../ports/journal.ts';

export class OpenMarkets {
  readonly #open = new Set<MarketId>();

  constructor(state: Readonly<State>) {
    for (const { id } of state.markets) this.#look(state, id);
  }

  /** Markets that are neither closed nor resolved. */
  get count(): number {
    return this.#open.size;
  }

  /** `state` has the entries in it. */
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
