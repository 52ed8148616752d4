/**
 * A copy of the account's part of the ledger: read whole, then kept by the messages of the user feed. Pure. Every
 * message states what is so after its entry, and every read the last entry that it includes, so nothing counts twice.
 * Answers to orders and cancels count at once, until the feed or a later read says the same.
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

/** An amount of collateral or shares, in all wallets of the account, decimal; `balance` is `free` plus `held`. */
export interface Holding {
  readonly balance: string;
  readonly free: string;
  /** Held by open orders. */
  readonly held: string;
}

export type OrderMessage = Extract<UserMessage, { readonly event_type: 'order' }>;
export type LedgerMessage = OrderMessage | BalanceMessage;

/** A page of open orders, as they were after the entry `sequence`. */
export interface OrdersPage {
  readonly sequence: number;
  readonly orders: readonly OwnOrder[];
}

export interface LedgerRead {
  readonly account: Account;
  /** Read after the account. */
  readonly pages: readonly OrdersPage[];
}

const NOTHING: Holding = { balance: '0', free: '0', held: '0' };

export class LedgerCopy {
  #account: Account | null = null;
  /** Open orders, and the last entry that each is known to include. */
  #orders = new Map<string, { readonly order: OpenOrder; readonly at: number }>();
  /** Orders opened (or ended: null) by an answer that neither the feed nor a read has confirmed. */
  #answered = new Map<string, OpenOrder | null>();
  /** For each answer that is awaited, the orders that the feed has told of meanwhile: of these it may be older news. */
  readonly #told = new Set<Set<string>>();
  /** The last entry that a page of the last read includes. */
  #listedTo = 0;
  #open: ReadonlyMap<string, OpenOrder> | null = null;
  #positions: ReadonlyMap<string, Holding> | null = null;
  /** The last entry in the copy; 0 before the first read and message. */
  sequence = 0;

  /** True once the ledger was read. */
  get isRead(): boolean {
    return this.#account !== null;
  }

  get openOrders(): ReadonlyMap<string, OpenOrder> {
    if (this.#open !== null) return this.#open;
    const open = new Map([...this.#orders].map(([id, { order }]) => [id, order]));
    for (const [id, order] of this.#answered) {
      if (order === null) open.delete(id);
      else open.set(id, order);
    }
    this.#open = open;
    return open;
  }

  get cash(): Holding {
    return sumOf(this.#account?.wallets ?? []);
  }

  get positions(): ReadonlyMap<string, Holding> {
    if (this.#positions !== null) return this.#positions;
    const parts = Map.groupBy(this.#account?.wallets.flatMap((wallet) => wallet.positions) ?? [], (one) => one.tokenId);
    this.#positions = new Map([...parts].map(([tokenId, own]) => [tokenId, sumOf(own)]));
    return this.#positions;
  }

  /**
   * Begins a read: returns the function that puts it in place, with the messages that came meanwhile. False if one of
   * them leaves something open, as for `fold`.
   */
  beginRead(): (read: LedgerRead, since: readonly LedgerMessage[]) => boolean {
    const before = new Set(this.#answered.keys());
    return ({ account, pages }, since) => {
      this.#account = account;
      this.#orders = new Map(
        pages.flatMap(({ sequence, orders }) => orders.map((own) => [own.id, { order: opened(own), at: sequence }])),
      );
      for (const id of before) this.#answered.delete(id);
      this.sequence = account.sequence;
      this.#listedTo = Math.max(...pages.map(({ sequence }) => sequence));
      this.#changed();
      const isSure = since.map((message) => this.fold(message));
      return !isSure.includes(false);
    };
  }

  /** Forgets the entries of another branch: a later read may show fewer. */
  forget(): void {
    this.sequence = 0;
    this.#answered.clear();
    this.#changed();
  }

  /**
   * Applies a message, unless it is in the last read already. False if that is unknown: no page of the read has the
   * order, because it came too late for its list, or had ended.
   */
  fold(message: LedgerMessage): boolean {
    const { sequence } = message;
    if (message.event_type === 'balance') {
      if (this.#account !== null) this.#account = foldBalance(this.#account, message);
    } else {
      const { id } = message;
      for (const told of this.#told) told.add(id);
      this.#answered.delete(id);
      if (sequence <= (this.#orders.get(id)?.at ?? this.#account?.sequence ?? 0)) return true;
      const isListed = this.#orders.has(id);
      this.#orders.delete(id);
      if (message.status === 'LIVE') this.#orders.set(id, { order: opened(message), at: sequence });
      if (message.status === 'LIVE' && !isListed && sequence <= this.#listedTo) return this.#took(sequence, false);
    }
    return this.#took(sequence, true);
  }

  /**
   * Awaits an answer: returns the function that takes it, once. The answer says of orders that they rest, or have ended
   * (null); those that it changes are returned.
   */
  awaitAnswer(): (orders: ReadonlyMap<string, OpenOrder | null>) => string[] {
    const told = new Set<string>();
    this.#told.add(told);
    return (orders) => {
      this.#told.delete(told);
      const news = [...orders].filter(([id, order]) => !told.has(id) && this.openOrders.has(id) !== (order !== null));
      for (const [id, order] of news) this.#answered.set(id, order);
      this.#changed();
      return news.map(([id]) => id);
    };
  }

  #took(sequence: number, isSure: boolean): boolean {
    this.sequence = Math.max(this.sequence, sequence);
    this.#changed();
    return isSure;
  }

  #changed(): void {
    this.#open = null;
    this.#positions = null;
  }
}

function opened(own: OrderMessage | OwnOrder): OpenOrder {
  const { id, asset_id: tokenId, side, price, original_size: size, size_matched } = own;
  return { id, tokenId, side, price, size, remaining: formatAmount(parseAmount(size) - parseAmount(size_matched)) };
}

function sumOf(parts: readonly { readonly free: string; readonly held: string }[]): Holding {
  if (parts.length === 0) return NOTHING;
  const sum = (field: 'free' | 'held') => parts.reduce((all, part) => all + parseAmount(part[field]), 0n);
  const [free, held] = [sum('free'), sum('held')];
  return { balance: formatAmount(free + held), free: formatAmount(free), held: formatAmount(held) };
}
