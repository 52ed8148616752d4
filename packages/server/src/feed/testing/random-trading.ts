/** Random trading on a venue with feeds, and a history of every book, to check clients that come and go. */
import { decodeCommand, type State } from '@bellwether/engine';
import { CommandFactory, Dice, seededIntents } from '@bellwether/engine/testing';
import { expect } from 'vitest';
import { bookJson } from '../../wire/prices/book.ts';
import type { FeedLimits } from '../limits.ts';
import { startFeedVenue } from './feed-venue.ts';

export async function startRandomTrading(limits: Partial<FeedLimits>) {
  const venue = await startFeedVenue({ messagesMax: 1e9, ...limits });
  const { exchange, projections, time } = venue.stack;
  projections.areStopped = true;
  const history = new BookHistory();
  exchange.observe({ after: (_entry, state) => history.remember(state) });
  return {
    venue,
    /** The book of a token as `GET /book` had it at a sequence of its market. */
    bookAt: (tokenId: string, sequence: number) => history.bookAt(tokenId, sequence),
    /** Submits so many commands for each seed; `act` runs after each command. */
    run: async (seeds: readonly number[], commands: number, act: (dice: Dice) => Promise<void>): Promise<void> => {
      const factory = new CommandFactory();
      for (const { command, timeMs } of factory.opening()) {
        time.nowMs = timeMs;
        expect((await exchange.submit(command)).kind).toBe('accepted');
      }
      for (const seed of seeds) {
        const dice = new Dice(seed);
        for (const intent of seededIntents(seed, commands)) {
          const { command, timeMs } = factory.next(intent);
          time.nowMs = timeMs;
          // Commands that clients may not submit, such as timers, come from the sequencer itself.
          if (decodeCommand(JSON.stringify(command)).kind === 'decoded') await exchange.submit(command);
          else await exchange.runTimers();
          await act(dice);
        }
      }
    },
  };
}

class BookHistory {
  readonly #books = new Map<string, object>();
  readonly #versions = new Map<number, number>();

  /** Every entry raises a market's sequence by one or not at all, so no book is overwritten or left out. */
  remember(state: Readonly<State>): void {
    for (const market of state.markets) {
      const last = this.#versions.get(market.id);
      if (last === market.bookVersion) continue;
      expect(market.bookVersion).toBe(last === undefined ? 0 : last + 1);
      this.#versions.set(market.id, market.bookVersion);
      for (const outcome of [0, 1] as const) {
        const book = JSON.parse(bookJson(market, outcome)) as object;
        this.#books.set(`${market.tokenIds[outcome]} ${market.bookVersion}`, book);
      }
    }
  }

  bookAt(tokenId: string, sequence: number): object | undefined {
    return this.#books.get(`${tokenId} ${sequence}`);
  }
}
