/** Random trading against clients of `activity` that lose their connections: no trade is missing or sent twice. */
import type { TradeFill } from '@bellwether/contract';
import { Dice } from '@bellwether/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEvent, send, type TestMarket, Trader } from '../../http/testing/trader.ts';
import { type FeedVenue, startFeedVenue } from '../testing/feed-venue.ts';
import { type LiveClient, type LiveTold, subscribeLive } from '../testing/live-stage.ts';

const STEPS = 200;

let venue: FeedVenue;
let markets: TestMarket[];
beforeAll(async () => {
  // Few frames are kept, so that some absences are short enough for a resume and some are not.
  venue = await startFeedVenue({ recentFramesMax: 5, messagesMax: 1e9 });
  markets = await addEvent(venue.stack, ['Heads?', 'Tails?']);
});
afterAll(() => venue.close());

/** Collects its messages, and resumes where it left. */
class Listener {
  #client: LiveClient | null = null;
  #seen: number | null = null;
  readonly got: LiveTold[] = [];
  /** Ranges that the venue reported as missed: after the first sequence, up to the second. */
  readonly missed: (readonly [number, number])[] = [];

  async listen(): Promise<void> {
    if (this.#client === null) {
      const since = this.#seen === null ? {} : { since: this.#seen };
      this.#client = await subscribeLive(venue, { topic: 'activity', type: 'trades', ...since });
      this.#seen ??= venue.stack.exchange.state.sequence;
    }
    for (const told of await this.#client.all()) this.take(told);
  }

  /** Reads until the last trade has arrived or was reported as missing. */
  async finish(isWhole: () => boolean): Promise<void> {
    await this.listen();
    while (!isWhole()) this.take((await this.#client?.next()) as LiveTold);
    for (const told of (await this.#client?.all()) ?? []) this.take(told);
    await this.lose();
  }

  get seen(): number {
    return this.#seen ?? 0;
  }

  async lose(): Promise<void> {
    this.#client?.ws.terminate();
    await this.#client?.closed;
    this.#client = null;
  }

  take(told: LiveTold): void {
    const { sequence, index, count } = told.payload as { sequence: number; index: number; count: number };
    if (told.type === 'resync') this.missed.push([this.#seen ?? 0, sequence]);
    else this.got.push(told);
    // A trade counts as seen when all its fills have arrived.
    if (told.type === 'resync' || index === count - 1) this.#seen = sequence;
  }
}

test('live feed: with every lost connection, what is got and what is announced as missed is all that GET /trades has [F27]', async () => {
  const dice = new Dice(11);
  const traders = await Promise.all(['1', '2', '3'].map((digit) => Trader.open(venue.stack, digit)));
  const steady = new Listener();
  const unsteady = [new Listener(), new Listener()];
  for (const listener of [steady, ...unsteady]) await listener.listen();
  for (let step = 0; step < STEPS; step++) {
    const { yes, no } = dice.pick(markets);
    const terms = {
      side: 'BUY',
      price: `0.${45 + dice.below(11)}`,
      size: String(5 + dice.below(10)),
      type: 'GTC',
    } as const;
    await dice.pick(traders).place({ tokenId: dice.once(2) ? yes : no, ...terms });
    const listener = dice.pick(unsteady);
    if (dice.once(6)) await listener.lose();
    else if (dice.once(3)) await listener.listen();
  }
  const listed = (await send(venue.stack, 'GET', '/trades?takerOnly=false&limit=1000')).body as TradeFill[];
  expect(listed.length).toBeGreaterThan(100);
  const hashes = [...new Set(listed.map(({ transactionHash }) => transactionHash))].reverse();
  const expected = hashes.flatMap((hash) => listed.filter(({ transactionHash }) => transactionHash === hash));
  const facts = (fill: Record<string, unknown>) =>
    ['transactionHash', 'proxyWallet', 'side', 'outcomeIndex', 'size', 'price'].map((field) => fill[field]);
  await steady.finish(() => steady.got.length >= expected.length);
  expect(steady.missed).toEqual([]);
  expect(steady.got.map(({ payload }) => facts(payload))).toEqual(expected.map((fill) => facts({ ...fill })));
  const last = Number(steady.got.at(-1)?.payload['sequence']);
  for (const listener of unsteady) {
    await listener.finish(() => listener.seen >= last);
    const { got, missed } = listener;
    const told = steady.got.filter(({ payload }) => {
      const sequence = Number(payload['sequence']);
      return !missed.some(([after, until]) => sequence > after && sequence <= until);
    });
    expect(got.map(({ payload }) => payload)).toEqual(told.map(({ payload }) => payload));
  }
  expect(unsteady.some(({ missed }) => missed.length > 0)).toBe(true);
});
