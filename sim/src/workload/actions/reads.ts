/** Reads: balances and books from the gateway's memory, own orders from the rows. The auditor is told of every read. */
import type { Book } from '@bellwether/contract';
import type { Market, State, Wallet } from '@bellwether/engine';
import { BookKeeper } from '@bellwether/feeds/testing/book-keeper.ts';
import type { FeedFrame } from '@bellwether/feeds/testing/feed-client.ts';
import type { Shown } from '../../checks/facts.ts';
import { bookText, numbersText } from '../../checks/timeline.ts';
import type { FeedLink } from '../../venue/feed-link.ts';
import type { SimWorld } from '../../venue/sim-world.ts';
import { type Acting, type Action, attempt, found } from '../acting.ts';
import type { Client } from '../client.ts';

/** Reports that a read begins. Returns the function that reports what it has shown. */
export function begin({ world, client }: Acting, node: number, of: 'memory' | 'rows') {
  const read = world.reads++;
  const member = world.nodes[node]?.member ?? 0;
  world.take({ kind: 'reading', read, client: client.index, node, member, of });
  return (sequence: number, shown: readonly Shown[]): void => world.take({ kind: 'read', read, sequence, shown });
}

/** Reads own balances and a book at once. */
async function read(acting: Acting): Promise<void> {
  const { client } = acting;
  const view = client.gateway.look();
  if (view === null) return client.move();
  const done = begin(acting, view.node, 'memory');
  const wallets = client.walletsIn(view.state);
  const shown: Shown[] = wallets.map(({ id, free, held }) => ({ subject: `wallet ${id}`, value: `${free} ${held}` }));
  shown.push(...openOrdersOf(view.state, client, wallets));
  const market = attempt(() => acting.market());
  if (market !== null) shown.push({ subject: `book ${market.id}`, value: bookText(market) });
  done(view.head.sequence, shown);
}

/** Open orders of the client's account and of its keys, as each lists its own. */
function openOrdersOf(state: Readonly<State>, client: Client, wallets: readonly Wallet[]): Shown[] {
  const keys = wallets.flatMap(({ id }) => [...state.keys.ofWallet(id)].map(({ key }) => key));
  const accounts = [client.accountIn(state), ...keys.map((key) => state.accountsByAddress.get(key))];
  return accounts.flatMap((id) => {
    const account = state.accounts[id ?? -1];
    if (account === undefined || account.openOrders.size === 0) return [];
    const numbers = [...account.openOrders.values()].map(({ number }) => number);
    return [{ subject: `open orders of account ${account.id}`, value: numbersText(numbers) }];
  });
}

async function readRows(acting: Acting): Promise<void> {
  const { client, world } = acting;
  const { view } = client;
  if (view === null) return client.move();
  const { account } = acting;
  const { orderId } = acting.placed((order) => order.account === account);
  const orderNumber = found(view.state.orderResults.numberOf(orderId));
  const done = begin(acting, view.node, 'rows');
  const answer = await client.gateway.read('order', { orderNumber });
  world.count(`read of rows ${answer.kind}`);
  if (answer.kind !== 'value') return;
  done(answer.sequence, [{ subject: `order ${orderNumber}`, value: orderText(answer.value) }]);
}

/** An order in the timeline's format: status and matched amount in micros. */
function orderText(value: unknown): string {
  const { order } = value as { readonly order: { readonly status: string; readonly sizeMatched: string } };
  return `${order.status} ${Math.round(Number(order.sizeMatched) * 1_000_000)}`;
}

export const READS: readonly Action[] = [
  { kind: 'read', weight: 120, needs: 'reads', isSilent: true, act: read },
  { kind: 'read rows', weight: 25, needs: 'read_store', isSilent: true, act: readRows },
];

/** One client's view of the feed, across all its connections. */
class Listener {
  readonly #world: SimWorld;
  readonly #client: Client;
  /** Followed markets by condition id. */
  readonly #followed = new Map<string, Pick<Market, 'id' | 'tokenIds'>>();
  readonly #isGrouped: boolean;
  #keeper: BookKeeper;
  connection: FeedLink | null = null;

  constructor(world: SimWorld, client: Client, isGrouped: boolean) {
    this.#world = world;
    this.#client = client;
    this.#isGrouped = isGrouped;
    this.#keeper = this.#newKeeper();
  }

  get isOpen(): boolean {
    return this.connection?.isOpen === true;
  }

  /**
   * Follows the markets from now on and connects if necessary. A resuming client sends `since` to continue from its
   * last sequence.
   */
  follow(markets: readonly Readonly<Market>[], isResuming: boolean, isCustom: boolean): void {
    for (const { id, conditionId, tokenIds } of markets) this.#followed.set(conditionId, { id, tokenIds });
    const assets_ids = markets.flatMap(({ tokenIds }) => tokenIds);
    if (this.isOpen) return this.connection?.send(JSON.stringify({ operation: 'subscribe', assets_ids }));
    const connection = this.#client.gateway.connect('market', this.#client.index);
    if (connection === null) return this.#client.move();
    this.connection = connection;
    const since: Record<string, number> = {};
    if (isResuming) {
      this.#keeper.reconnected();
      for (const conditionId of this.#followed.keys()) {
        const sequence = this.#keeper.sequence(conditionId);
        if (sequence !== undefined) since[conditionId] = sequence;
      }
    } else this.#keeper = this.#newKeeper();
    const isSince = Object.keys(since).length > 0;
    this.#world.count(isSince ? 'feed resumed' : 'feed begun');
    connection.onFrame = (text) => this.#take(text, connection);
    connection.onClose = () => this.#world.count('feed ended');
    connection.send(
      JSON.stringify({
        type: 'market',
        assets_ids: [...this.#followed.values()].flatMap(({ tokenIds }) => tokenIds),
        ...(this.#isGrouped && { grouped: true }),
        ...(isCustom && { custom_feature_enabled: true }),
        ...(isSince && { since }),
      }),
    );
  }

  close(): void {
    this.connection?.close();
  }

  /** Once nothing is in transit: describes a followed book that is out of date; null if all are current. */
  missing(): string | null {
    const state = this.isOpen ? this.#client.view?.state : undefined;
    for (const [conditionId, { id }] of state === undefined ? [] : this.#followed) {
      const [version, latest] = [this.#keeper.sequence(conditionId), state?.markets[id]?.bookVersion];
      if (version !== undefined && version !== latest)
        return `its book of market ${id} stays at ${version}, the market is at ${latest}`;
    }
    return null;
  }

  #newKeeper(): BookKeeper {
    return new BookKeeper(this.#isGrouped, this.#world.features.has('several_nodes'));
  }

  #take(text: string, connection: FeedLink): void {
    if (connection !== this.connection || text === 'PONG') return;
    const world = this.#world;
    const client = this.#client.index;
    let whole: readonly string[];
    try {
      const resyncs = this.#keeper.resyncs.length;
      whole = this.#keeper.take(JSON.parse(text) as FeedFrame);
      if (this.#keeper.resyncs.length > resyncs) world.count('feed resync');
    } catch (error) {
      const message = `${error instanceof Error ? error.message : error}: ${text.slice(0, 300)}`;
      return world.take({ kind: 'feed', client, message });
    }
    world.count('feed frames');
    for (const conditionId of whole) {
      const followed = this.#followed.get(conditionId);
      const version = this.#keeper.sequence(conditionId);
      const book = followed === undefined ? undefined : this.#keeper.book(followed.tokenIds[0]);
      if (followed === undefined || version === undefined || book === undefined) continue;
      world.take({ kind: 'book', client, market: followed.id, version, text: keptText(book as KeptBook) });
    }
  }
}

type KeptBook = Pick<Book, 'tick_size' | 'min_order_size' | 'bids' | 'asks'>;

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
export function checkBooks(world: SimWorld, clients: readonly Client[]): void {
  for (const client of clients) {
    const message = listeners.get(client)?.missing() ?? null;
    if (message !== null) world.take({ kind: 'feed', client: client.index, message });
  }
}

function listenerOf({ world, client, dice }: Acting): Listener {
  const known = listeners.get(client);
  if (known !== undefined) return known;
  const listener = new Listener(world, client, dice.chance(0.5));
  listeners.set(client, listener);
  return listener;
}

async function followBooks(acting: Acting): Promise<void> {
  const { dice, known, state } = acting;
  const hot = known.hot.flatMap((index) => state.markets[index] ?? []);
  const other = attempt(() => acting.market());
  const markets = [...new Set([...hot, ...(other === null ? [] : [other])])];
  listenerOf(acting).follow(markets, dice.chance(0.7), dice.chance(0.3));
}

async function disconnect(acting: Acting): Promise<void> {
  const { client, dice } = acting;
  const listener = listenerOf(acting);
  if (!listener.isOpen) return followBooks(acting);
  listener.close();
  await client.pause(dice.pick([0, 100, 5_000]));
  if (dice.chance(0.3)) client.move();
  await followBooks(acting);
}

/** Stops reading for a while and then reads everything. */
async function readSlowly(acting: Acting): Promise<void> {
  const { client, dice } = acting;
  const { connection } = listenerOf(acting);
  if (connection === null || !connection.isOpen) return followBooks(acting);
  connection.pause();
  await client.pause(dice.pick([100, 3_000, 20_000]));
  connection.resume();
}

export const BOOKS: readonly Action[] = [
  { kind: 'follow books', weight: 25, needs: 'feeds', isSilent: true, act: followBooks },
  { kind: 'disconnect', weight: 12, needs: 'feeds', isSilent: true, act: disconnect },
  { kind: 'read slowly', weight: 8, needs: 'feeds', isSilent: true, act: readSlowly },
];
