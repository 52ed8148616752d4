/** Random trading against random clients of `clob_market`: the changes always add up to the book at that time. */
import type { Dice } from '@bellwether/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedVenue } from '../testing/feed-venue.ts';
import { type LiveClient, type LiveTold, openLive } from '../testing/live-stage.ts';
import { type RandomTrading, startRandomTrading } from '../testing/random-trading.ts';

const SEEDS = [1, 2, 3];
const COMMANDS = 600;

let trading: RandomTrading;
let venue: FeedVenue;

beforeAll(async () => {
  trading = await startRandomTrading({ recentFramesMax: 3, liveBooksIntervalMs: 0 });
  venue = trading.venue;
});
afterAll(() => venue.close());

type Levels = Map<string, string>;
interface Kept {
  readonly bids: Levels;
  readonly asks: Levels;
}

/** Applies changes to each snapshot, and compares every later snapshot with the result. */
class Keeper {
  readonly #books = new Map<string, Kept>();
  folded = 0;
  snapshots = 0;
  resyncs = 0;

  forget(): void {
    this.#books.clear();
  }

  take({ type, payload }: LiveTold): void {
    if (type === 'price_change') {
      for (const change of payload['price_changes'] as Record<'asset_id' | 'price' | 'size' | 'side', string>[]) {
        const book = this.#books.get(change.asset_id);
        const levels = change.side === 'BUY' ? book?.bids : book?.asks;
        if (change.size === '0') levels?.delete(change.price);
        else levels?.set(change.price, change.size);
      }
    } else if (type === 'agg_orderbook') this.#snapshot(payload);
    else if (type === 'resync') {
      this.resyncs++;
      for (const asset of payload['asset_ids'] as string[]) this.#books.delete(asset);
    }
  }

  #snapshot(payload: LiveTold['payload']): void {
    const asset = String(payload['asset_id']);
    expect(payload).toEqual(trading.bookAt(asset, Number(payload['sequence'])));
    const levels = (side: unknown): Levels =>
      new Map((side as { price: string; size: string }[]).map(({ price, size }) => [price, size]));
    const book = { bids: levels(payload['bids']), asks: levels(payload['asks']) };
    const kept = this.#books.get(asset);
    if (kept !== undefined) {
      const sorted = ({ bids, asks }: Kept) => [[...bids].sort(), [...asks].sort()];
      expect(sorted(kept)).toEqual(sorted(book));
      this.folded++;
    }
    this.snapshots++;
    this.#books.set(asset, book);
  }
}

/** Connects and leaves at random; every other client follows everything. */
class RandomClient {
  readonly keeper = new Keeper();
  readonly #followsAll: boolean;
  #client: LiveClient | null = null;

  constructor(followsAll: boolean) {
    this.#followsAll = followsAll;
  }

  async act(dice: Dice): Promise<void> {
    if (this.#client === null) {
      this.#client = await openLive(venue);
      this.keeper.forget();
      if (this.#followsAll) this.#client.ask('subscribe', { topic: 'clob_market', type: '*' });
    }
    for (const told of await this.#client.all()) this.keeper.take(told);
    if (dice.once(12)) return this.leave();
    if (this.#followsAll) return;
    const { tokenIds, conditionId } = dice.pick(venue.stack.exchange.state.markets);
    const filters = JSON.stringify(dice.once(2) ? tokenIds : [dice.pick(tokenIds)]);
    const since = dice.once(6) ? { since: { [conditionId]: dice.below(30) } } : {};
    if (dice.once(4)) {
      this.#client.ask('unsubscribe', { topic: 'clob_market', type: '*', filters });
      for (const told of await this.#client.all()) this.keeper.take(told);
      this.keeper.forget();
    } else {
      // Missed changes would be sent again, so begin again.
      if ('since' in since) this.keeper.forget();
      this.#client.ask('subscribe', { topic: 'clob_market', type: '*', filters, ...since });
    }
  }

  async leave(): Promise<void> {
    for (const told of (await this.#client?.all()) ?? []) this.keeper.take(told);
    await this.#client?.leave();
    this.#client = null;
  }
}

test('live feed: changes add up to the books that are sent, and those are what GET /book had [F27]', async () => {
  const clients = [true, false, false].map((followsAll) => new RandomClient(followsAll));
  await trading.run(SEEDS, COMMANDS, async (dice) => {
    if (dice.once(4)) await dice.pick(clients).act(dice);
  });
  for (const client of clients) await client.leave();
  expect(venue.stack.faults).toEqual([]);
  // A run without applied changes, or without a resync, would prove nothing.
  for (const { keeper } of clients) {
    expect(keeper.snapshots).toBeGreaterThan(100);
    expect(keeper.folded).toBeGreaterThan(50);
  }
  expect(clients.some(({ keeper }) => keeper.resyncs > 0)).toBe(true);
});
