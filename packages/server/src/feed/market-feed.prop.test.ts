/** Random trading against random clients of the market feed: what they keep is always the book as it then was. */
import type { State } from '@bellwether/engine';
import { CommandFactory, Dice, seededIntents } from '@bellwether/engine/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookJson } from '../http/mapping/book.ts';
import { BookKeeper } from './testing/book-keeper.ts';
import { FeedClient, type FeedFrame } from './testing/feed-client.ts';
import { type FeedVenue, startFeedVenue } from './testing/feed-venue.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];
const COMMANDS = 800;
/** Every other one asks for frames that are whole sequences. */
const CLIENTS = 4;

let venue: FeedVenue;
/** Books of both tokens as they were, by market and sequence. */
let history: Map<string, [object, object]>;

beforeAll(async () => {
  // Small enough that some resumes reach back and some do not.
  venue = await startFeedVenue({ recentFramesMax: 3, messagesMax: 1e9 });
  venue.stack.projections.areStopped = true;
  history = new Map();
  const { feeds } = venue;
  venue.stack.exchange.observe({
    before: (entry, state) => feeds.before(entry, state),
    after: (entry, state) => {
      feeds.after(entry, state);
      remember(state);
    },
    published: () => feeds.published(),
    failed: (error) => {
      throw error;
    },
  });
});
afterAll(() => venue.close());

const versions = new Map<number, number>();
/** Every entry moves a market's sequence by one or not at all: nothing is overwritten and nothing is left out. */
function remember(state: Readonly<State>): void {
  for (const market of state.markets) {
    const last = versions.get(market.id);
    if (last === market.bookVersion) continue;
    expect(market.bookVersion).toBe(last === undefined ? 0 : last + 1);
    versions.set(market.id, market.bookVersion);
    const books = [JSON.parse(bookJson(market, 0)), JSON.parse(bookJson(market, 1))] as [object, object];
    history.set(`${market.conditionId} ${market.bookVersion}`, books);
  }
}

/** A client that comes and goes as the dice say, and checks every frame it gets. */
class RandomClient {
  readonly #isGrouped: boolean;
  readonly #keeper: BookKeeper;
  readonly #subscribed = new Set<string>();
  #client: FeedClient | null = null;
  frames = 0;
  resumed = 0;
  /** Frames that were a part of a sequence. */
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
    switch (dice.below(4)) {
      case 0:
        client.say({ operation: 'subscribe', assets_ids: [token] });
        this.#subscribed.add(token);
        break;
      case 1: {
        client.say({ operation: 'unsubscribe', assets_ids: [token] });
        this.#check(await client.all());
        this.#subscribed.delete(token);
        this.#keeper.forget(token);
        const other = markets.find(({ tokenIds }) => tokenIds.includes(token));
        if (other !== undefined && !other.tokenIds.some((id) => this.#subscribed.has(id))) {
          this.#keeper.forgetMarket(other.conditionId);
        }
        break;
      }
      case 2:
        client.ws.terminate();
        await client.closed;
        this.#client = null;
        break;
      default:
        break;
    }
    this.#check((await this.#client?.all()) ?? []);
  }

  async finish(): Promise<void> {
    this.#check((await this.#client?.all()) ?? []);
    await this.#client?.leave();
    this.#client = null;
  }

  /** With its subscriptions, from where it was. */
  async #connect(dice: Dice): Promise<FeedClient> {
    const client = await FeedClient.open(venue.url('market'));
    const since: Record<string, number> = {};
    for (const { conditionId, tokenIds } of venue.stack.exchange.state.markets) {
      const sequence = this.#keeper.sequence(conditionId);
      if (sequence !== undefined)
        since[dice.pick([conditionId, ...tokenIds.filter((id) => this.#subscribed.has(id))])] = sequence;
    }
    const isCustom = dice.once(2);
    client.say({
      type: 'market',
      assets_ids: [...this.#subscribed],
      since,
      custom_feature_enabled: isCustom,
      ...(this.#isGrouped && { grouped: true }),
    });
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
        const [yes, no] = history.get(`${market} ${sequence}`) ?? [];
        for (const book of this.#keeper.books(market)) {
          const isYes = (book as { asset_id: string }).asset_id === (yes as { asset_id: string }).asset_id;
          expect(book).toEqual(isYes ? yes : no);
        }
      }
    }
  }
}

describe('market feed', () => {
  test('market feed: whoever comes, goes and comes back has the book as GET /book had it, after every sequence', async () => {
    const factory = new CommandFactory();
    const { exchange, time, faults } = venue.stack;
    for (const { command, timeMs } of factory.opening()) {
      time.nowMs = timeMs;
      expect((await exchange.submit(command)).kind).toBe('accepted');
    }
    const clients = Array.from({ length: CLIENTS }, (_, index) => new RandomClient(index % 2 === 0));
    for (const seed of SEEDS) {
      const dice = new Dice(seed);
      for (const intent of seededIntents(seed, COMMANDS)) {
        const { command, timeMs } = factory.next(intent);
        time.nowMs = timeMs;
        await exchange.submit(command);
        if (dice.once(6)) await dice.pick(clients).act(dice);
      }
    }
    for (const client of clients) await client.finish();
    expect(faults).toEqual([]);
    const sum = (figure: (client: RandomClient) => number) => clients.reduce((all, client) => all + figure(client), 0);
    // A run that never resumes, never resyncs or hardly gets a frame would prove nothing.
    expect(sum(({ frames }) => frames)).toBeGreaterThan(300);
    expect(sum(({ parts }) => parts)).toBeGreaterThan(50);
    expect(sum(({ resumed }) => resumed)).toBeGreaterThan(5);
    expect(sum(({ resyncs }) => resyncs)).toBeGreaterThan(5);
  });
});
