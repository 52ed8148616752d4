/**
 * Keeps books from feed messages alone. Each client follows the hot markets, is disconnected, resumes from its last
 * sequence, and sometimes does not read for a while. Every complete book goes to the auditor.
 */
import type { Market } from '@bellwether/engine';
import { BookKeeper } from '@bellwether/server/feed/testing/book-keeper.ts';
import type { FeedFrame } from '@bellwether/server/feed/testing/feed-client.ts';
import { auditorOf } from '../../checks/audit.ts';
import type { FeedConnection, World } from '../../world.ts';
import type { Act, Acting } from '../acting.ts';
import type { Client } from '../client.ts';

interface Followed {
  readonly market: number;
  readonly conditionId: string;
  readonly yes: string;
  readonly no: string;
}

/** One client's view of the feed, across all its connections. */
class Listener {
  readonly #world: World;
  readonly #client: Client;
  readonly #followed = new Map<string, Followed>();
  readonly #isGrouped: boolean;
  #keeper: BookKeeper;
  #connection: FeedConnection | null = null;

  constructor(world: World, client: Client, isGrouped: boolean) {
    this.#world = world;
    this.#client = client;
    this.#isGrouped = isGrouped;
    this.#keeper = new BookKeeper(isGrouped, world.features.has('several_nodes'));
  }

  get isOpen(): boolean {
    return this.#connection?.isOpen === true;
  }

  get connection(): FeedConnection | null {
    return this.#connection;
  }

  /**
   * Follows the markets from now on and connects if necessary. A resuming client sends `since` to continue from its
   * last sequence.
   */
  follow(
    markets: readonly Readonly<Market>[],
    { isResuming, isCustom }: { isResuming: boolean; isCustom: boolean },
  ): void {
    for (const { id, conditionId, tokenIds } of markets)
      this.#followed.set(conditionId, { market: id, conditionId, yes: tokenIds[0], no: tokenIds[1] });
    if (this.isOpen)
      return this.#connection?.send(JSON.stringify({ operation: 'subscribe', assets_ids: this.#tokens(markets) }));
    const connection = this.#client.gateway.connect('market', this.#client.index);
    if (connection === null) return this.#client.move();
    this.#connection = connection;
    const since: Record<string, number> = {};
    if (isResuming) {
      this.#keeper.reconnected();
      for (const { conditionId } of this.#followed.values()) {
        const sequence = this.#keeper.sequence(conditionId);
        if (sequence !== undefined) since[conditionId] = sequence;
      }
    } else this.#keeper = new BookKeeper(this.#isGrouped, this.#world.features.has('several_nodes'));
    const isSince = Object.keys(since).length > 0;
    this.#world.cover(isSince ? 'feed resumed' : 'feed begun');
    connection.onFrame = (text) => this.#take(text, connection);
    connection.onClose = () => this.#world.cover('feed ended');
    connection.send(
      JSON.stringify({
        type: 'market',
        assets_ids: [...this.#followed.values()].flatMap(({ yes, no }) => [yes, no]),
        ...(this.#isGrouped && { grouped: true }),
        ...(isCustom && { custom_feature_enabled: true }),
        ...(isSince && { since }),
      }),
    );
  }

  close(): void {
    this.#connection?.close();
  }

  /** Once nothing is in transit: describes a followed book that is out of date; null if all are current. */
  missing(): string | null {
    const state = this.isOpen ? this.#client.view?.state : undefined;
    for (const { market, conditionId } of state === undefined ? [] : this.#followed.values()) {
      const [version, latest] = [this.#keeper.sequence(conditionId), state?.markets[market]?.bookVersion];
      if (version !== undefined && version !== latest)
        return `its book of market ${market} stays at ${version}, the market is at ${latest}`;
    }
    return null;
  }

  #tokens(markets: readonly Readonly<Market>[]): string[] {
    return markets.flatMap(({ tokenIds }) => [...tokenIds]);
  }

  #take(text: string, connection: FeedConnection): void {
    if (connection !== this.#connection || text === 'PONG') return;
    const auditor = auditorOf(this.#world);
    const client = this.#client.index;
    let whole: readonly string[];
    try {
      const resyncs = this.#keeper.resyncs.length;
      whole = this.#keeper.take(JSON.parse(text) as FeedFrame);
      if (this.#keeper.resyncs.length > resyncs) this.#world.cover('feed resync');
    } catch (error) {
      const message = `${error instanceof Error ? error.message : error}: ${text.slice(0, 300)}`;
      return auditor.take({ kind: 'feed', client, message });
    }
    this.#world.count('feed frames');
    for (const conditionId of whole) {
      const followed = this.#followed.get(conditionId);
      const version = this.#keeper.sequence(conditionId);
      if (followed === undefined || version === undefined) continue;
      const book = this.#keeper.book(followed.yes);
      if (book === undefined) continue;
      auditor.take({ kind: 'book', client, market: followed.market, version, text: keptText(book as KeptBook) });
    }
  }
}

interface KeptBook {
  readonly tick_size: string;
  readonly min_order_size: string;
  readonly bids: readonly { readonly price: string; readonly size: string }[];
  readonly asks: readonly { readonly price: string; readonly size: string }[];
}

/** The book of the first outcome in the format of `bookText`. */
function keptText({ tick_size, min_order_size, bids, asks }: KeptBook): string {
  const times = (text: string, factor: number): number => Math.round(Number(text) * factor);
  const side = (levels: KeptBook['bids']): string =>
    levels
      .toReversed()
      .reduce((text, { price, size }) => `${text} ${times(price, 10_000)}x${times(size, 1_000_000)}`, '');
  return `${times(tick_size, 10_000)} ${times(min_order_size, 1_000_000)} |${side(bids)} |${side(asks)}`;
}

const listeners = new WeakMap<Client, Listener>();

/** Checks that in a quiet venue every connected client has the latest version of the books it follows. */
export function checkBooks(world: World, clients: readonly Client[]): void {
  for (const client of clients) {
    const message = listeners.get(client)?.missing() ?? null;
    if (message !== null) auditorOf(world).take({ kind: 'feed', client: client.index, message });
  }
}

function listenerOf({ world, client, dice }: Acting): Listener {
  const known = listeners.get(client);
  if (known !== undefined) return known;
  const listener = new Listener(world, client, dice.chance(0.5));
  listeners.set(client, listener);
  return listener;
}

export const followBooks: Act = async (acting) => {
  const { dice, known, state } = acting;
  if (state === null) return;
  const hot = known.hot.flatMap((index) => state.markets[index] ?? []);
  const markets = [...new Set([...hot, known.market(dice, state)])].filter((market) => market !== null);
  listenerOf(acting).follow(markets, { isResuming: dice.chance(0.7), isCustom: dice.chance(0.3) });
};

export const disconnect: Act = async (acting) => {
  const { client, dice } = acting;
  const listener = listenerOf(acting);
  if (!listener.isOpen) return followBooks(acting);
  listener.close();
  await client.pause(dice.pick([0, 100, 5_000]));
  if (dice.chance(0.3)) client.move();
  await followBooks(acting);
};

/** Stops reading for a while and then reads everything. */
export const readSlowly: Act = async (acting) => {
  const { client, dice } = acting;
  const { connection } = listenerOf(acting);
  if (connection === null || !connection.isOpen) return followBooks(acting);
  connection.pause();
  await client.pause(dice.pick([100, 3_000, 20_000]));
  connection.resume();
};
