/**
 * Orders for one hot market. Half of the connections trade: they buy YES and NO at 0.50 alternately, so that about
 * every second order matches. The others rest, each at its own price. Each order makes one message, a trade two.
 */
import { exchangeOk, openConnection } from '../shared/http-load.ts';
import { pause } from '../shared/report.ts';
import { orderRequest, type Trader, type TradingFloor } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';

export const RESTING = 16;
const TRADING = 16;
const LADDER_LEVELS = 20;
const LADDER_CENTS = 20;
const HOT_CENTS = 50;
export const TRADERS = RESTING + 3;

export class OrderFlow {
  readonly #venue: VenueProcess;
  readonly #floor: TradingFloor;
  #salt = 1;

  constructor(venue: VenueProcess, floor: TradingFloor) {
    this.#venue = venue;
    this.#floor = floor;
  }

  get tokens(): readonly [string, string] {
    return this.#floor.tokens[0] as readonly [string, string];
  }

  /** Adds permanent levels, so that the book has a realistic size. */
  async buildLadder(): Promise<void> {
    const connection = await openConnection(this.#venue.port);
    for (let level = 0; level < LADDER_LEVELS; level++) {
      for (const token of this.tokens) await connection.exchange(this.#order(RESTING + 2, token, LADDER_CENTS + level));
    }
    connection.close();
  }

  /** Runs the flow at `perSecond` in an open loop, or as fast as answers arrive if that is null. */
  async run(perSecond: number | null, seconds: number): Promise<{ orders: number; seconds: number }> {
    const startedMs = performance.now();
    const endMs = startedMs + seconds * 1_000;
    let issued = 0;
    let orders = 0;
    const work = async (index: number): Promise<void> => {
      const connection = await openConnection(this.#venue.port);
      for (let own = 0; ; own++) {
        const dueMs = perSecond === null ? performance.now() : startedMs + (issued++ * 1_000) / perSecond;
        if (dueMs >= endMs) break;
        const wait = dueMs - performance.now();
        if (wait > 0) await pause(wait);
        await exchangeOk(connection, index < RESTING ? this.resting(index) : this.#trading(index + own));
        orders++;
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: RESTING + TRADING }, (_, index) => work(index)));
    return { orders, seconds: (performance.now() - startedMs) / 1_000 };
  }

  /** An order that rests at `account + 1` cents. */
  resting(account: number): Buffer {
    return this.#order(account, this.tokens[0], account + 1);
  }

  #trading(turn: number): Buffer {
    return this.#order(RESTING + (turn % 2), this.tokens[turn % 2] as string, HOT_CENTS);
  }

  #order(account: number, tokenId: string, cents: number): Buffer {
    return orderRequest(this.#floor.traders[account] as Trader, { salt: this.#salt++, tokenId, cents, shares: 5 });
  }
}
