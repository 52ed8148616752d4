/**
 * The resting orders of each API key, oldest first: doubly linked lists through the orders themselves, like those of
 * accounts, so that a missed heartbeat visits only its own orders.
 */
import { assert } from '../units/assert.ts';
import type { AccountId, OrderNumber } from '../units/ids.ts';
import type { OpenOrder, Writable } from './open-order.ts';

interface List {
  /** The key. Orders share this very string, so that each key is in memory once and comparisons are fast. */
  readonly apiKey: string;
  /** True if the list is still in the map. */
  isListed: boolean;
  oldest: OpenOrder | null;
  newest: OpenOrder | null;
}

/** Number of empty lists that may stay. */
const EMPTY_MAX = 64;

export class KeyOrders {
  /** Lists by key. An empty list stays, since its key is likely to place again, but not for every key ever used. */
  readonly #lists = new Map<string, List>();
  /** The list that each account used last, by account number: most accounts use one key. */
  readonly #recent: (List | null)[] = [];
  #empty = 0;

  add(order: Writable<OpenOrder>): void {
    let list = this.#listOf(order);
    if (list === undefined) {
      list = { apiKey: order.apiKey, isListed: true, oldest: null, newest: null };
      this.#lists.set(order.apiKey, list);
      this.#use(order.account, list);
    } else if (list.oldest === null) this.#empty--;
    order.apiKey = list.apiKey;
    order.keyPrevious = list.newest;
    order.keyNext = null;
    if (list.newest === null) list.oldest = order;
    else list.newest.keyNext = order;
    list.newest = order;
  }

  remove(order: OpenOrder): void {
    const { keyPrevious: previous, keyNext: next } = order;
    if (previous === null || next === null) {
      // Only an order at an end of its list needs the list itself.
      const list = this.#listOf(order);
      assert(list !== undefined, 'a resting order is in the list of its key');
      if (previous === null) list.oldest = next;
      if (next === null) list.newest = previous;
      if (list.oldest === null) this.#emptied(list);
    }
    if (previous !== null) previous.keyNext = next;
    if (next !== null) next.keyPrevious = previous;
    order.keyPrevious = null;
    order.keyNext = null;
  }

  #listOf({ account, apiKey }: OpenOrder): List | undefined {
    const recent = this.#recent[account];
    if (recent != null && recent.apiKey === apiKey && recent.isListed) return recent;
    const list = this.#lists.get(apiKey);
    if (list !== undefined) this.#use(account, list);
    return list;
  }

  #use(account: AccountId, list: List): void {
    while (this.#recent.length <= account) this.#recent.push(null);
    this.#recent[account] = list;
  }

  #emptied(list: List): void {
    if (this.#empty < EMPTY_MAX) {
      this.#empty++;
      return;
    }
    this.#lists.delete(list.apiKey);
    list.isListed = false;
  }

  /** Up to `limit` orders of a key with numbers below `before`, oldest first. */
  oldest(apiKey: string, before: OrderNumber, limit: number): OpenOrder[] {
    const orders: OpenOrder[] = [];
    let order = this.#lists.get(apiKey)?.oldest ?? null;
    for (; order !== null && order.number < before && orders.length < limit; order = order.keyNext) orders.push(order);
    return orders;
  }

  /** All orders with the key of their list. The lists must not change during iteration. */
  *entries(): Generator<readonly [string, OpenOrder], void, undefined> {
    for (const [apiKey, { oldest }] of this.#lists) {
      for (let order = oldest; order !== null; order = order.keyNext) yield [apiKey, order];
    }
  }
}
