/**
 * The resting orders of each API key, oldest first: doubly linked lists through the orders themselves, like those of
 * accounts, so that a missed heartbeat looks at no order but its own.
 */
import { assert } from '../units/assert.ts';
import type { AccountId, OrderNumber } from '../units/ids.ts';
import type { OpenOrder, Writable } from './open-order.ts';

interface List {
  /** The key; orders name it by this very string, so that each is in memory once and told apart at a glance. */
  readonly apiKey: string;
  /** Whether it is among the lists still. */
  isListed: boolean;
  oldest: OpenOrder | null;
  newest: OpenOrder | null;
}

/** Lists without orders that may stay. */
const EMPTY_MAX = 64;

export class KeyOrders {
  /** A list that has become empty stays, since its key is likely to place again; but not of every key that ever was. */
  readonly #lists = new Map<string, List>();
  /** The list that each account used last, by its number: most use one key. */
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
      // Only an order at an end of its list has to know the list.
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

  /** Up to `limit` orders of a key with lower numbers than `before`, oldest first. */
  oldest(apiKey: string, before: OrderNumber, limit: number): OpenOrder[] {
    const orders: OpenOrder[] = [];
    let order = this.#lists.get(apiKey)?.oldest ?? null;
    for (; order !== null && order.number < before && orders.length < limit; order = order.keyNext) orders.push(order);
    return orders;
  }

  /** Every order with the key in whose list it is. Not to be changed while iterating. */
  *entries(): Generator<readonly [string, OpenOrder], void, undefined> {
    for (const [apiKey, { oldest }] of this.#lists) {
      for (let order = oldest; order !== null; order = order.keyNext) yield [apiKey, order];
    }
  }
}
