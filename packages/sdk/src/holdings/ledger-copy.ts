/**
 * A copy of the account's part of the ledger: read whole, then kept by the messages of its feed. Pure. A message states
 * what is so after its entry, and a read names the last entry in it, so nothing counts twice. Answers to orders and
 * cancels count at once, until the feed or a later read tells of these orders.
 */
import type { Account, BalanceMessage, OwnOrder } from '@bellwether/contract';
import { formatAmount, parseAmount } from '../amounts.ts';
import { foldBalance } from '../feeds/account-balances.ts';
import type { UserMessage } from '../feeds/user-feed.ts';
import type { Side } from '../typed-data.ts';

/** An order of the account that rests in a book. */
export interface OpenOrder {
  readonly id: string;
  readonly tokenId: string;
  readonly side: Side;
  /** Collateral per share, decimal. */
  readonly price: string;
  /** Shares, decimal: at first, and what is not filled yet. */
  readonly size: string;
  readonly remaining: string;
}

/** An amount of collateral or shares in all wallets of the account, decimal: `balance` is `free` plus `held`. */
export interface Holding {
  readonly balance: string;
  readonly free: string;
  /** Held by open orders. */
  readonly held: string;
}

export type LedgerMessage = Extract<UserMessage, { readonly event_type: 'order' }> | BalanceMessage;

export interface LedgerRead {
  readonly account: Account;
  /** Pages of open orders, read after the account; each as it was after the entry `sequence`. */
  readonly pages: readonly { readonly sequence: number; readonly orders: readonly OwnOrder[] }[];
}

export class LedgerCopy {
  #account: Account | null = null;
  /** Open orders, and the last entry that each is known to include. */
  #orders = new Map<string, { readonly order: OpenOrder; readonly at: number }>();
  /** Orders that an answer has opened, or ended: null. */
  readonly #answered = new Map<string, OpenOrder | null>();
  /** The part of them that was answered before the read under way, and the messages since that was begun. */
  #before: readonly string[] = [];
  #since: LedgerMessage[] | null = null;
  /** For each answer awaited, the orders that the feed has told of meanwhile: of these it may be older news. */
  readonly #told = new Set<Set<string>>();
  /** Made when they are asked for. */
  #open: ReadonlyMap<string, OpenOrder> | null = null;
  #positions: ReadonlyMap<string, Holding> | null = null;
  /** The last entry in the copy; 0 until it was read. */
  sequence = 0;

  get isRead(): boolean {
    return this.#account !== null;
  }

  get openOrders(): ReadonlyMap<string, OpenOrder> {
    if (this.#open !== null) return this.#open;
    const open = new Map<string, OpenOrder>();
    for (const [id, { order }] of this.#orders) if (!this.#answered.has(id)) open.set(id, order);
    for (const [id, order] of this.#answered) if (order !== null) open.set(id, order);
    this.#open = open;
    return open;
  }

  get cash(): Holding {
    return sumOf(this.#account?.wallets ?? []);
  }

  get positions(): ReadonlyMap<string, Holding> {
    const all = () => this.#account?.wallets.flatMap(({ positions }) => positions) ?? [];
    this.#positions ??= new Map(
      [...Map.groupBy(all(), ({ tokenId }) => tokenId)].map(([tokenId, own]) => [tokenId, sumOf(own)]),
    );
    return this.#positions;
  }

  beginRead(): void {
    this.#before = [...this.#answered.keys()];
    this.#since = [];
  }

  endRead({ account, pages }: LedgerRead): void {
    const listed = pages.flatMap(({ sequence: at, orders }) => orders.map((own) => ({ order: opened(own), at })));
    this.#account = account;
    this.#positions = null;
    this.#orders = new Map(listed.map((entry) => [entry.order.id, entry]));
    for (const id of this.#before) this.#answered.delete(id);
    this.#open = null;
    this.sequence = account.sequence;
    const since = this.#since ?? [];
    this.#since = null;
    for (const message of since) this.#apply(message);
  }

  /** Applies a message, unless the last read has it already. */
  fold(message: LedgerMessage): void {
    this.#since?.push(message);
    this.#apply(message);
  }

  /**
   * Awaits an answer: returns the function that takes the orders in it, each as it rests, or null, and returns the ids
   * of those that it changes.
   */
  awaitAnswer(): (orders: ReadonlyMap<string, OpenOrder | null>) => string[] {
    const told = new Set<string>();
    this.#told.add(told);
    return (orders) => {
      this.#told.delete(told);
      const news = [...orders].filter(([id, order]) => !told.has(id) && this.openOrders.has(id) !== (order !== null));
      for (const [id, order] of news) this.#answered.set(id, order);
      this.#open = null;
      return news.map(([id]) => id);
    };
  }

  #apply(message: LedgerMessage): void {
    const { sequence } = message;
    if (message.event_type === 'balance') {
      if (this.#account !== null) this.#account = foldBalance(this.#account, message);
      this.#positions = null;
    } else {
      const { id, status } = message;
      for (const told of this.#told) told.add(id);
      this.#answered.delete(id);
      this.#open = null;
      if (sequence <= (this.#orders.get(id)?.at ?? this.#account?.sequence ?? 0)) return;
      if (status === 'LIVE') this.#orders.set(id, { order: opened(message), at: sequence });
      else this.#orders.delete(id);
    }
    this.sequence = Math.max(this.sequence, sequence);
  }
}

function opened(own: Extract<LedgerMessage, { readonly event_type: 'order' }> | OwnOrder): OpenOrder {
  const { id, asset_id: tokenId, side, price, original_size: size, size_matched } = own;
  return { id, tokenId, side, price, size, remaining: formatAmount(parseAmount(size) - parseAmount(size_matched)) };
}

function sumOf(parts: readonly { readonly free: string; readonly held: string }[]): Holding {
  const sum = (field: 'free' | 'held') => parts.reduce((all, part) => all + parseAmount(part[field]), 0n);
  const [free, held] = [sum('free'), sum('held')];
  return { balance: formatAmount(free + held), free: formatAmount(free), held: formatAmount(held) };
}
