/**
 * A copy of the account's part of the ledger: read whole, then kept by the messages of its feed. Pure. A message states
 * what is so after its entry, and a read names the last entry in it, so nothing counts twice. Answers to orders and
 * cancels count at once. They stay unconfirmed until the feed tells of these orders, or a read that began later has
 * ended: until then cash and positions may lack what they did.
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

/** Effects of an answered request on orders. */
export interface Answered {
  /** Orders that the venue took: each as it rests, or null if nothing of it does. */
  readonly placed: ReadonlyMap<string, OpenOrder | null>;
  /** Orders that the request cancelled, and those that it could not cancel: they do not rest either. */
  readonly canceled: readonly string[];
  readonly gone: readonly string[];
  /** True if the answer does not say what the account has now: the ledger has to be read. */
  readonly isOpen: boolean;
}

/** An order as an answer tells it: how it rests, or null. */
export interface Unconfirmed {
  readonly id: string;
  readonly order: OpenOrder | null;
}

export class LedgerCopy {
  #account: Account | null = null;
  /** Open orders, and the last entry that each is known to include. */
  #orders = new Map<string, { readonly order: OpenOrder; readonly at: number }>();
  /** Unconfirmed answers by order. */
  readonly #answered = new Map<string, Unconfirmed>();
  /** Answers before the read under way, which has what they did, and the messages since that was begun. */
  #before: ReadonlySet<Unconfirmed> = new Set();
  #since: LedgerMessage[] | null = null;
  /** For each answer awaited, the orders that the feed has told of meanwhile, and whether they have ended. */
  readonly #told = new Set<Map<string, boolean>>();
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
    for (const { id, order } of this.#answered.values()) if (order !== null) open.set(id, order);
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

  get isConfirmed(): boolean {
    return this.#answered.size === 0;
  }

  /** True if one of the answers is still unconfirmed, and no read that began after it is under way. */
  doubts(answers: readonly Unconfirmed[]): boolean {
    return answers.some((answer) => this.#answered.get(answer.id) === answer && !this.#before.has(answer));
  }

  beginRead(): void {
    this.#before = new Set(this.#answered.values());
    this.#since = [];
  }

  endRead({ account, pages }: LedgerRead): void {
    const listed = pages.flatMap(({ sequence: at, orders }) => orders.map((own) => ({ order: opened(own), at })));
    this.#account = account;
    this.#positions = null;
    this.#orders = new Map(listed.map((entry) => [entry.order.id, entry]));
    for (const answer of this.#before) if (this.#answered.get(answer.id) === answer) this.#answered.delete(answer.id);
    this.#before = new Set();
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

  /** Awaits an answer: returns the function that takes it, and returns what the feed has still to confirm. */
  awaitAnswer(): (answered: Answered) => readonly Unconfirmed[] {
    const told = new Map<string, boolean>();
    this.#told.add(told);
    // What was open before is no news when the venue repeats an answer; nothing is known before the first read.
    const known = this.isRead ? this.openOrders : null;
    return ({ placed, canceled, gone }) => {
      this.#told.delete(told);
      const wasOpen = (id: string) => known === null || known.has(id) || this.openOrders.has(id);
      const ended = [...canceled, ...gone.filter(wasOpen)].filter((id) => told.get(id) !== true);
      const news = [
        ...[...placed].filter(([id]) => !told.has(id) && known?.has(id) !== true).map(([id, order]) => ({ id, order })),
        ...ended.map((id) => ({ id, order: null })),
      ];
      for (const answer of news) this.#answered.set(answer.id, answer);
      this.#open = null;
      return news;
    };
  }

  #apply(message: LedgerMessage): void {
    const { sequence } = message;
    if (message.event_type === 'balance') {
      if (this.#account !== null) this.#account = foldBalance(this.#account, message);
      this.#positions = null;
    } else {
      const { id, status } = message;
      const hasEnded = status !== 'LIVE';
      for (const told of this.#told) told.set(id, hasEnded);
      // No message before the last one confirms the end of an order.
      if (hasEnded || this.#answered.get(id)?.order !== null) this.#answered.delete(id);
      this.#open = null;
      if (sequence <= (this.#orders.get(id)?.at ?? this.#account?.sequence ?? 0)) return;
      if (hasEnded) this.#orders.delete(id);
      else this.#orders.set(id, { order: opened(message), at: sequence });
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
