/**
 * A venue of one account and one token, as small as can be: it knows the true ledger, sends each change on both feeds,
 * and answers reads and writes when its test lets it. Nothing here is folded: every read copies the ledger.
 */
import { type Account, type OwnOrder, type OwnOrders, ROUTES_BY_NAME, type RouteName } from '@bellwether/contract';
import { formatAmount, formatPrice } from '../amounts.ts';
import { NetworkError } from '../errors.ts';
import { createMarketFeed } from '../feeds/market-feed.ts';
import { ScriptedVenue } from '../feeds/scripted-venue.testing.ts';
import { createUserFeed } from '../feeds/user-feed.ts';
import type { WriteOutcome, WriteWatcher } from '../session.ts';
import type { Holdings, HoldingsSetup } from './holdings.ts';
import type { LedgerRead } from './ledger-copy.ts';

export const TOKEN = '7';
const MARKET = `0x${'c1'.repeat(32)}`;
const WALLET = `0x${'a1'.repeat(20)}`;
const UNIT = 1_000_000n;
/** Shares of an order. */
const SIZE = 10;
/** Prices of bids, in 1/10000; few, so that orders meet at one level. */
const PRICES = [4_000n, 5_000n] as const;

interface Order {
  readonly id: string;
  readonly price: bigint;
  readonly size: number;
  filled: number;
}
/** All in whole shares and ten-thousandths of collateral: what the account has, and others' bids by price. */
interface Ledger {
  sequence: number;
  marketSequence: number;
  cash: bigint;
  shares: number;
  readonly orders: Map<string, Order>;
  readonly others: Map<bigint, number>;
}
type Frame = Record<string, unknown>;

const copyOf = (ledger: Ledger): Ledger => structuredClone(ledger);
const money = (tenThousandths: bigint): string => formatAmount((tenThousandths * UNIT) / 10_000n);
const left = ({ size, filled }: Order): number => size - filled;
const isLive = (order: Order): boolean => left(order) > 0;

export class LedgerVenue {
  #ledger: Ledger = {
    ...{ sequence: 1, marketSequence: 1, cash: 1_000n * 10_000n, shares: 0 },
    ...{ orders: new Map(), others: new Map(PRICES.map((price) => [price, 30])) },
  };
  readonly #history = new Map<number, Ledger>();
  readonly #user = new ScriptedVenue();
  readonly #market = new ScriptedVenue();
  /** Frames on their way. */
  readonly #onWay: { readonly to: ScriptedVenue; readonly frame: Frame }[] = [];
  readonly #gates: (() => void)[] = [];
  /** Requests that are not done yet, and those that are not answered yet. */
  readonly #asked: { readonly apply: () => unknown; readonly tell: (outcome: WriteOutcome) => void }[] = [];
  readonly #done: (() => void)[] = [];
  readonly #heard = new Map([
    [this.#user, 0],
    [this.#market, 0],
  ]);
  /** Frames of the account's feed on this branch. */
  #told: (Frame & { readonly sequence: number })[] = [];
  #previous = 1;
  #ordinal = 0;
  isSilent = false;
  #isUp = false;
  /** True until a new connection was told of a rewind. */
  #isRewound = false;
  isUnreadable = false;
  reads = 0;
  readonly setup: HoldingsSetup;

  constructor(isRepeatable = false) {
    const credentials = async () => ({ apiKey: 'key', secret: 'secret', passphrase: 'phrase' });
    const [user, market] = [this.#user, this.#market].map(({ socket }) => ({ ...socket, pingIntervalMs: 1e9 })) as [
      ScriptedVenue['socket'],
      ScriptedVenue['socket'],
    ];
    this.setup = {
      user: createUserFeed({ socket: user, credentials, markets: [], wantsBalances: true, bufferMax: 1_000 }),
      openMarket: (tokenIds) => createMarketFeed({ socket: market, tokenIds, wantsCustom: true, bufferMax: 1_000 }),
      read: () => this.#read(),
      writeWatchers: new Set<WriteWatcher>(),
      retry: { attemptsMax: 1, delayMs: 10, delayMsMax: 100 },
      ...{ isRepeatable, confirmMs: 100 },
    };
    this.#keep();
  }

  /** Open orders, positions and cash as they are, in the form in which `shown` gives those of holdings. */
  get truth(): unknown {
    const orders = [...this.#ledger.orders.values()].map(({ id, price, size, filled }) => [
      ...[id, formatPrice(price), String(size), String(size - filled)],
    ]);
    const { shares } = this.#ledger;
    return {
      orders: orders.sort(),
      shares: String(shares),
      cash: [money(this.#ledger.cash), money(this.#held())],
    };
  }

  get orderIds(): readonly string[] {
    return [...this.#ledger.orders.keys()];
  }

  get isBusy(): boolean {
    return this.#onWay.length + this.#gates.length + this.#asked.length + this.#done.length > 0;
  }

  // Changes of the ledger, each an entry.

  /** `atOnce`: shares that are there to buy; of a `FAK` nothing rests. */
  place(
    id = `0x${++this.#ordinal}`,
    price: bigint = PRICES[(this.#ordinal % 2) as 0 | 1],
    atOnce = 0,
    type = 'GTC',
  ): string {
    const order = { id, price, size: SIZE, filled: atOnce };
    const rests = type === 'GTC' && isLive(order);
    if (rests) this.#ledger.orders.set(id, order);
    this.#ledger.shares += atOnce;
    this.#ledger.cash -= price * BigInt(atOnce);
    const frame = orderFrame(order, 'PLACEMENT', rests ? 'LIVE' : 'MATCHED');
    this.#enter(atOnce > 0 ? [frame, this.#balance(TOKEN)] : [frame], [price]);
    return id;
  }

  cancel(id: string): boolean {
    const order = this.#ledger.orders.get(id);
    if (order === undefined) return false;
    this.#ledger.orders.delete(id);
    this.#enter([orderFrame(order, 'CANCELLATION', 'CANCELED')], [order.price]);
    return true;
  }

  /** A taker fills all orders of the account at the price of one, in part or whole. */
  fill(id: string, part: number): void {
    const price = this.#ledger.orders.get(id)?.price;
    const met = [...this.#ledger.orders.values()].filter((order) => order.price === price);
    for (const order of met) {
      const shares = Math.min(part, left(order));
      order.filled += shares;
      this.#ledger.shares += shares;
      this.#ledger.cash -= order.price * BigInt(shares);
      if (!isLive(order)) this.#ledger.orders.delete(order.id);
    }
    if (price === undefined) return;
    const frames = met.map((order) => orderFrame(order, 'UPDATE', isLive(order) ? 'LIVE' : 'MATCHED'));
    this.#enter([...frames, this.#balance(TOKEN)], [price]);
  }

  /** Others bid more or less. */
  others(at: number, change: number): void {
    const price = PRICES[(at % 2) as 0 | 1];
    this.#ledger.others.set(price, Math.max(1, (this.#ledger.others.get(price) ?? 0) + change));
    this.#enter([], [price]);
  }

  deposit(): void {
    this.#ledger.cash += 10_000n;
    this.#enter([this.#balance('')], []);
  }

  // Requests of the client.

  /** Sends a request; `apply` does it, and returns the answer. */
  send(route: RouteName, body: unknown, apply: () => unknown): void {
    const watching = [...this.setup.writeWatchers].map((watcher) => watcher(ROUTES_BY_NAME[route], body));
    this.#asked.push({ apply, tell: (outcome) => watching.forEach((told) => told(outcome)) });
  }

  /** Orders that find `atOnce` shares each; more than one: a batch. */
  order(atOnce = 0, orderType: 'GTC' | 'FAK' = 'GTC', count = 1): void {
    const orders = Array.from({ length: count }, () => {
      const id = `0x${++this.#ordinal}`;
      return { id, price: PRICES[(this.#ordinal % 2) as 0 | 1] };
    });
    const bodies = orders.map(({ price }) => {
      const takerAmount = BigInt(SIZE) * UNIT;
      const amounts = { makerAmount: String((price * takerAmount) / 10_000n), takerAmount: String(takerAmount) };
      return { order: { tokenId: TOKEN, side: 'BUY', ...amounts }, orderType };
    });
    const apply = () =>
      orders.map(({ id, price }) => {
        this.place(id, price, atOnce, orderType);
        const [status, takingAmount] = atOnce > 0 ? ['matched', String(atOnce)] : ['live', ''];
        return { success: true, errorMsg: '', orderID: id, status, makingAmount: '', takingAmount };
      });
    if (count > 1) this.send('placeOrders', bodies, apply);
    else this.send('placeOrder', bodies[0], () => apply()[0]);
  }

  revoke(id: string): void {
    this.send('cancelOrder', { orderID: id }, () =>
      this.cancel(id) ? { canceled: [id], not_canceled: {} } : { canceled: [], not_canceled: { [id]: 'gone' } },
    );
  }

  revokeAll(): void {
    const cancelAll = () => this.orderIds.filter((id) => this.cancel(id));
    this.send('cancelAll', undefined, () => ({ canceled: cancelAll(), not_canceled: {} }));
  }

  split(): void {
    this.send('splitPosition', {}, () => {
      this.#ledger.shares += 1;
      this.#ledger.cash -= 10_000n;
      this.#enter([this.#balance(TOKEN), this.#balance('')], []);
      return {};
    });
  }

  /** Does the oldest request, whose answer comes later; `lost`: an error comes instead, and it was done or not. */
  serve(lost: 'no' | 'done' | 'not done'): void {
    const { apply, tell } = this.#asked.shift() ?? {};
    const answer = lost === 'not done' ? null : apply?.();
    if (tell !== undefined)
      this.#done.push(() => tell(lost === 'no' ? { answer } : { error: new NetworkError('no answer') }));
  }

  answer(): void {
    this.#done.shift()?.();
  }

  // The feeds.

  /** The account's feed says nothing any more. What it had sent before arrives, late. */
  silence(): void {
    this.isSilent ||= this.#isUp;
  }

  /** Lets the oldest frame arrive, or `nth` before those that were sent earlier, and perhaps more than once. */
  deliver(nth = 0, times = 1): void {
    const [{ to, frame } = {}] = this.#onWay.splice(Math.min(nth, this.#onWay.length - 1), 1);
    if (frame !== undefined) for (let at = 0; at < times; at += 1) to?.say(frame);
  }

  cut(): void {
    this.#isUp = false;
    if (this.isSilent) while (this.#onWay.length > 0) this.deliver();
    // Frames that are on their way are lost.
    this.#onWay.length = 0;
    for (const feed of [this.#user, this.#market]) feed.cut();
  }

  /** Answers new connections and subscriptions: with what was missed, or with a resync. */
  greet(remembers: boolean): void {
    for (const said of this.#saidTo(this.#user)) {
      this.#isUp = true;
      const since = Number(said['since']);
      const isKnown = since > 0 && since <= this.#ledger.sequence && !this.#isRewound;
      this.#isRewound = false;
      if (isKnown && remembers) {
        for (const frame of this.#told) if (frame.sequence > since) this.#tell(this.#user, frame);
        continue;
      }
      this.#tell(this.#user, {
        event_type: 'resync',
        reason: isKnown ? 'too_old' : 'rewound',
        sequence: this.#ledger.sequence,
      });
    }
    for (const said of this.#saidTo(this.#market)) {
      const ids = said['assets_ids'];
      if (!Array.isArray(ids) || said['operation'] === 'unsubscribe') continue;
      const since = Object.values((said['since'] ?? {}) as Record<string, number>)[0];
      const resync = { event_type: 'resync', market: MARKET, asset_ids: [TOKEN], reason: 'too_old' };
      const book = this.#book();
      if (since === undefined) this.#market.say([book]);
      else this.#market.say([{ ...resync, sequence: this.#ledger.marketSequence }, book]);
    }
  }

  /** Goes back to the ledger after an earlier entry; connections end, and the next ones are told, by all feeds. */
  rewind(back: number): void {
    const to = Math.max(1, this.#ledger.sequence - back);
    this.#ledger = copyOf(this.#history.get(to) ?? this.#ledger);
    this.#told = this.#told.filter(({ sequence }) => sequence <= to);
    this.#isRewound = true;
    this.isSilent = false;
    this.#previous = this.#told.at(-1)?.sequence ?? 1;
    this.cut();
  }

  /** Lets the oldest read go one step on. */
  open(): void {
    this.#gates.shift()?.();
  }

  async #read(): Promise<LedgerRead> {
    this.reads += 1;
    await this.#gate();
    const account = this.#account();
    await this.#gate();
    // Like the venue's: the list is made first, and shows what is left of it when its rows are read.
    const listed = this.orderIds;
    await this.#gate();
    if (this.isUnreadable) throw new NetworkError('no answer');
    const open = listed.flatMap((id) => this.#ledger.orders.get(id) ?? []);
    const page = { sequence: this.#ledger.sequence, orders: open.map(ownOrder) as OwnOrders['data'] };
    await this.#gate();
    return { account, pages: [page] };
  }

  #gate(): Promise<void> {
    return new Promise((resolve) => this.#gates.push(resolve));
  }

  #saidTo(feed: ScriptedVenue): readonly Record<string, unknown>[] {
    const from = this.#heard.get(feed) ?? 0;
    this.#heard.set(feed, feed.said.length);
    return feed.said.slice(from).filter((said): said is Record<string, unknown> => typeof said === 'object');
  }

  #enter(frames: readonly Frame[], levels: readonly bigint[]): void {
    const sequence = ++this.#ledger.sequence;
    if (frames.length > 0) {
      const all = frames.some(({ event_type }) => event_type === 'order') ? [...frames, this.#balance('')] : frames;
      const place = { sequence, previous: this.#previous, count: all.length };
      for (const [index, frame] of all.entries()) {
        this.#told.push({ ...frame, ...place, index });
        this.#tell(this.#user, { ...frame, ...place, index });
      }
      this.#previous = sequence;
    }
    if (levels.length > 0) {
      const at = { market: MARKET, sequence: ++this.#ledger.marketSequence, index: 0, count: 1 };
      const price_changes = levels.map((price) => this.#change(price));
      this.#onWay.push({ to: this.#market, frame: { event_type: 'price_change', price_changes, ...at } });
    }
    this.#keep();
  }

  #tell(feed: ScriptedVenue, frame: Frame): void {
    if (!this.isSilent) this.#onWay.push({ to: feed, frame });
  }

  #keep(): void {
    this.#history.set(this.#ledger.sequence, copyOf(this.#ledger));
  }

  #size(price: bigint): number {
    const own = [...this.#ledger.orders.values()].filter((order) => order.price === price);
    return own.reduce((sum, order) => sum + left(order), this.#ledger.others.get(price) ?? 0);
  }

  #change(price: bigint): Frame {
    return { asset_id: TOKEN, side: 'BUY', price: formatPrice(price), size: String(this.#size(price)), hash: '' };
  }

  #book(): Frame {
    const bids = PRICES.map((price) => ({ price: formatPrice(price), size: String(this.#size(price)) }));
    const sequence = this.#ledger.marketSequence;
    return { event_type: 'book', market: MARKET, asset_id: TOKEN, sequence, bids, asks: [], hash: '', timestamp: '1' };
  }

  #held(): bigint {
    return [...this.#ledger.orders.values()].reduce((sum, order) => sum + order.price * BigInt(left(order)), 0n);
  }

  #balance(tokenId: string): Frame {
    const base = { event_type: 'balance', wallet: WALLET, asset_id: tokenId, timestamp: '1' };
    const { cash, shares } = this.#ledger;
    if (tokenId !== '') {
      const token = { asset_type: 'CONDITIONAL', market: MARKET, outcome: 'Yes', outcome_index: 0 };
      return { ...base, ...token, balance: String(shares), free: String(shares), held: '0' };
    }
    const amounts = { balance: money(cash), free: money(cash - this.#held()), held: money(this.#held()) };
    return { ...base, asset_type: 'COLLATERAL', market: '', outcome: '', ...amounts };
  }

  #account(): Account {
    const { cash, shares, orders, sequence } = this.#ledger;
    const position = { conditionId: MARKET, tokenId: TOKEN, outcome: 'Yes', outcomeIndex: 0 };
    const positions = shares === 0 ? [] : [{ ...position, free: String(shares), held: '0' }];
    const wallet = { address: WALLET, free: money(cash - this.#held()), held: money(this.#held()), positions };
    return { address: WALLET, depositWallet: WALLET, openOrders: orders.size, sequence, debt: '0', wallets: [wallet] };
  }
}

function ownOrder({ id, price, size, filled }: Order): Partial<OwnOrder> {
  return {
    ...{ id, asset_id: TOKEN, market: MARKET, side: 'BUY', price: formatPrice(price) },
    ...{ original_size: String(size), size_matched: String(filled) },
  };
}

const orderFrame = (order: Order, type: string, status: string): Frame => ({
  ...{ event_type: 'order', type, status, timestamp: '1' },
  ...ownOrder(order),
});

/** Holdings in the form of the venue's `truth`. */
export function shown({ openOrders, positions, cash }: Holdings): unknown {
  const orders = [...openOrders.values()].map(({ id, price, size, remaining }) => [id, price, size, remaining]);
  return { orders: orders.sort(), shares: positions.get(TOKEN)?.balance ?? '0', cash: [cash.balance, cash.held] };
}
