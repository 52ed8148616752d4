/**
 * Orders for one hot market. Half of the connections trade: they buy YES and NO at 0.50 alternately, so that about
 * every second order matches. The other half are lanes: each buys at its own price, one order at a time, so that the
 * n-th change of that price on the feed belongs to the n-th order of the lane. Each order makes one message, a trade
 * two.
 */

import { sharedNowMs } from '../shared/child.ts';
import { exchangeOk, openConnection } from '../shared/http-load.ts';
import { pause } from '../shared/report.ts';
import { orderRequest, type Trader, type TradingFloor } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';

const LANES = 16;
const TRADING = 16;
const CENTS = 100;
const LADDER_LEVELS = 20;
const LADDER_CENTS = 20;
const HOT_CENTS = 50;
export const TRADERS = LANES + 3;
/** Prices of the lanes in the feed's format. */
export const LANE_PRICES = Array.from({ length: LANES }, (_, lane) => String((lane + 1) / CENTS));

interface LaneOrder {
  /** Due time, and time at which the answer was read; on the shared clock. */
  readonly dueMs: number;
  readonly acknowledgedMs: number;
}

export interface FlowResult {
  readonly orders: number;
  readonly seconds: number;
  /** Orders by lane, in order. */
  readonly lanes: readonly (readonly LaneOrder[])[];
}

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
      for (const token of this.tokens) await connection.exchange(this.#order(LANES + 2, token, LADDER_CENTS + level));
    }
    connection.close();
  }

  /** Runs the flow at `perSecond` in an open loop, or as fast as answers arrive if that is null. */
  async run(perSecond: number | null, seconds: number): Promise<FlowResult> {
    const lanes = Array.from({ length: LANES }, (): LaneOrder[] => []);
    const startedMs = sharedNowMs();
    const endMs = startedMs + seconds * 1_000;
    let issued = 0;
    let orders = 0;
    const work = async (index: number): Promise<void> => {
      const connection = await openConnection(this.#venue.port);
      for (let own = 0; ; own++) {
        const dueMs = perSecond === null ? sharedNowMs() : startedMs + (issued++ * 1_000) / perSecond;
        if (dueMs >= endMs) break;
        const wait = dueMs - sharedNowMs();
        if (wait > 0) await pause(wait);
        await exchangeOk(connection, this.#next(index, own));
        orders++;
        lanes[index]?.push({ dueMs, acknowledgedMs: sharedNowMs() });
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: LANES + TRADING }, (_, index) => work(index)));
    return { orders, seconds: (sharedNowMs() - startedMs) / 1_000, lanes };
  }

  #next(connection: number, own: number): Buffer {
    const [yes, no] = this.tokens;
    if (connection < LANES) return this.#order(connection, yes, connection + 1);
    const side = (connection + own) % 2;
    return this.#order(LANES + side, side === 0 ? yes : no, HOT_CENTS);
  }

  #order(account: number, tokenId: string, cents: number): Buffer {
    return orderRequest(this.#floor.traders[account] as Trader, { salt: this.#salt++, tokenId, cents, shares: 5 });
  }
}
