/** Random trading against random clients of the market feed and of `clob_market`: their books always match the venue's. */
import { decodeCommand, type State } from '@bellwether/engine';
import { CommandFactory, Dice, seededIntents } from '@bellwether/engine/testing';
import { bookJson } from '@bellwether/wire/prices/book.ts';
import { afterAll, expect, test } from 'vitest';
import type { FeedLimits } from '../limits.ts';
import { BookKeeper } from '../testing/book-keeper.ts';
import { FeedClient, type FeedFrame } from '../testing/feed-client.ts';
import { startFeedVenue } from '../testing/feed-venue.ts';
import { type LiveClient, type LiveTold, openLive } from '../testing/live-stage.ts';

/** Random trading on a venue with feeds, and a history of every book, to check clients that come and go. */
async function startRandomTrading(limits: Partial<FeedLimits>) {
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

const COMMANDS = 800;
/** Number of clients; every other one asks for whole sequences in one frame. */
const CLIENTS = 4;

// Small enough that some resumes reach back and some do not.
const trading = await startRandomTrading({ recentFramesMax: 3, liveBooksIntervalMs: 0 });
const venue = trading.venue;
afterAll(() => venue.close());

/** A client that connects and leaves at random, and checks every frame. */
class RandomClient {
  readonly #isGrouped: boolean;
  readonly #keeper: BookKeeper;
  readonly #subscribed = new Set<string>();
  #client: FeedClient | null = null;
  frames = 0;
  resumed = 0;
  parts = 0;

  constructor(isGrouped: boolean) {
    this.#isGrouped = isGrouped;
    this.#keeper = new BookKeeper(isGrouped);
  }

  get resyncs(): number {
    return this.#keeper.resyncs.length;
  }

  async act(dice: Dice): Promise<void> {
    const client = this.#client ?? (await this.#connect(dice));
    this.#client = client;
    this.#check(await client.all());
    const { markets } = venue.stack.exchange.state;
    const token = dice.pick(dice.pick(markets).tokenIds);
    const drawn = dice.below(4);
    if (drawn === 0) {
      client.say({ operation: 'subscribe', assets_ids: [token] });
      this.#subscribed.add(token);
    } else if (drawn === 1) {
      client.say({ operation: 'unsubscribe', assets_ids: [token] });
      this.#check(await client.all());
      this.#subscribed.delete(token);
      this.#keeper.forget(token);
      const other = markets.find(({ tokenIds }) => tokenIds.includes(token));
      if (other !== undefined && !other.tokenIds.some((id) => this.#subscribed.has(id)))
        this.#keeper.forgetMarket(other.conditionId);
    } else if (drawn === 2) {
      client.ws.terminate();
      await client.closed;
      this.#client = null;
    }
    this.#check((await this.#client?.all()) ?? []);
  }

  async finish(): Promise<void> {
    this.#check((await this.#client?.all()) ?? []);
    await this.#client?.leave();
    this.#client = null;
  }

  async #connect(dice: Dice): Promise<FeedClient> {
    const client = await FeedClient.open(venue.url('market'));
    const since: Record<string, number> = {};
    for (const { conditionId, tokenIds } of venue.stack.exchange.state.markets) {
      const sequence = this.#keeper.sequence(conditionId);
      if (sequence !== undefined)
        since[dice.pick([conditionId, ...tokenIds.filter((id) => this.#subscribed.has(id))])] = sequence;
    }
    const form = { custom_feature_enabled: dice.once(2), ...(this.#isGrouped && { grouped: true }) };
    client.say({ type: 'market', assets_ids: [...this.#subscribed], since, ...form });
    const resyncs = this.resyncs;
    this.#check(await client.all());
    if (Object.keys(since).length > this.resyncs - resyncs) this.resumed++;
    return client;
  }

  #check(frames: readonly FeedFrame[]): void {
    for (const frame of frames) {
      this.frames++;
      const markets = this.#keeper.take(frame);
      if (!Array.isArray(frame) && markets.length === 0) this.parts++;
      for (const market of markets) {
        const sequence = this.#keeper.sequence(market);
        for (const book of this.#keeper.books(market))
          expect(book).toEqual(trading.bookAt((book as { asset_id: string }).asset_id, sequence ?? -1));
      }
    }
  }
}

type Levels = Map<string, string>;
type Kept = { readonly bids: Levels; readonly asks: Levels };

/** Applies the changes of the activity feed to each snapshot, and compares every later snapshot with the result. */
class LiveKeeper {
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
class RandomLiveClient {
  readonly keeper = new LiveKeeper();
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

test('market feed: a client that comes, goes and comes back has the book as GET /book had it, after every sequence, from both feeds [F15 F27]', async () => {
  const clients = Array.from({ length: CLIENTS }, (_, index) => new RandomClient(index % 2 === 0));
  const live = [true, false, false].map((followsAll) => new RandomLiveClient(followsAll));
  await trading.run([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], COMMANDS, async (dice) => {
    if (dice.once(6)) await dice.pick(clients).act(dice);
    if (dice.once(12)) await dice.pick(live).act(dice);
  });
  for (const client of clients) await client.finish();
  for (const client of live) await client.leave();
  expect(venue.stack.faults).toEqual([]);
  const sum = (figure: (client: RandomClient) => number) => clients.reduce((all, client) => all + figure(client), 0);
  // A run that never resumes, never resyncs or hardly gets a frame would prove nothing.
  expect(sum(({ frames }) => frames)).toBeGreaterThan(300);
  expect(sum(({ parts }) => parts)).toBeGreaterThan(50);
  expect(sum(({ resumed }) => resumed)).toBeGreaterThan(5);
  expect(sum(({ resyncs }) => resyncs)).toBeGreaterThan(5);
  for (const { keeper } of live) {
    expect(keeper.snapshots).toBeGreaterThan(100);
    expect(keeper.folded).toBeGreaterThan(50);
  }
  expect(live.some(({ keeper }) => keeper.resyncs > 0)).toBe(true);
});
