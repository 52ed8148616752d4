/**
 * Orders as plain bytes. Converts open orders to columns and back, some thousands at a time. There are hundreds of thousands, and every start
 * has to load them all. A column is read at once, while an object per order would be parsed property by property. Each
 * part's memory is freed before the next is read.
 */

import {
  accountId,
  assert,
  type Micros,
  marketId,
  micros,
  type OrderId,
  type OrderType,
  type Outcome,
  orderNumber,
  price,
  violated,
  walletId,
} from '../units/units.ts';
import type { OpenOrder, OrderTerms } from './open-orders.ts';
import type { OrderResult } from './order-rows.ts';
import { createOrderRow, KEY_WORDS, type OrderRow } from './order-rows.ts';

const TYPES: readonly OrderType[] = ['GTC', 'GTD', 'FOK', 'FAK'];

/** Names of whole numbers below 2^32. */
const WORDS = ['number', 'account', 'wallet', 'market', 'apiKey', 'price'] as const;
/** Names of whole numbers of at most 53 bits. */
const NUMBERS = ['size', 'expiration', 'createdMs', 'remaining', 'held', 'making', 'taking', 'sequence'] as const;

type Columns<Name extends string> = { readonly [name in Name]: Uint8Array };

/** Orders per part. */
const PART = 4_096;

/** Plain-data form of a part of the orders, in the byte order of the machine. */
export interface OpenOrdersSnapshot {
  readonly count: number;
  /** Separate strings: a slice of a long string would keep all of it in memory. */
  readonly orderIds: readonly OrderId[];
  /** The keys that column `apiKey` refers to by index. */
  readonly apiKeys: readonly string[];
  readonly words: Columns<(typeof WORDS)[number]>;
  readonly numbers: Columns<(typeof NUMBERS)[number]>;
  /** Outcome, side, and index in TYPES: one bit, one bit, two bits. */
  readonly kinds: Uint8Array;
}

/** Converts orders into parts, oldest first. `resultOf` returns the first result of an order. */
export function snapshotOpenOrders(
  orders: Iterable<OpenOrder>,
  resultOf: (order: OpenOrder) => OrderResult,
): OpenOrdersSnapshot[] {
  const parts: OpenOrdersSnapshot[] = [];
  let part: OpenOrder[] = [];
  for (const order of orders) {
    part.push(order);
    if (part.length < PART) continue;
    parts.push(snapshotPart(part, resultOf));
    part = [];
  }
  if (part.length > 0) parts.push(snapshotPart(part, resultOf));
  return parts;
}

function snapshotPart(orders: readonly OpenOrder[], resultOf: (order: OpenOrder) => OrderResult): OpenOrdersSnapshot {
  const count = orders.length;
  const words = columns(WORDS, () => new Uint32Array(count));
  const numbers = columns(NUMBERS, () => new Float64Array(count));
  const kinds = new Uint8Array(count);
  const orderIds: OrderId[] = [];
  const apiKeys = new Map<string, number>();
  for (const order of orders) {
    const at = orderIds.push(order.orderId) - 1;
    const { making, taking, sequence } = resultOf(order);
    const apiKey = apiKeys.get(order.apiKey) ?? apiKeys.size;
    apiKeys.set(order.apiKey, apiKey);
    const { number, account, wallet, market, size, expiration, createdMs, remaining, held } = order;
    const wordsOf = { number, account, wallet, market, apiKey, price: order.price };
    for (const name of WORDS) words[name][at] = wordsOf[name];
    const numbersOf = { size, expiration, createdMs, remaining, held, making, taking, sequence };
    for (const name of NUMBERS) numbers[name][at] = numbersOf[name];
    kinds[at] = order.outcome | (order.side === 'BUY' ? 0 : 2) | (TYPES.indexOf(order.type) << 2);
  }
  const bytes = (_: string, array: Uint32Array | Float64Array): Uint8Array => new Uint8Array(array.buffer);
  return {
    count,
    orderIds,
    apiKeys: [...apiKeys.keys()],
    words: columns(WORDS, (name) => bytes(name, words[name])),
    numbers: columns(NUMBERS, (name) => bytes(name, numbers[name])),
    kinds,
  };
}

/** Calls `add` with each order and its first result, oldest first. */
export function restoreOpenOrders(parts: Iterable<OpenOrdersSnapshot>, add: (order: RestoredOrder) => void): void {
  const apiKeys = new Map<string, string>();
  for (const part of parts) restorePart(part, apiKeys, add);
}

/** `known` holds the API keys of previous parts, so that each is in memory once. */
function restorePart(
  snapshot: OpenOrdersSnapshot,
  known: Map<string, string>,
  add: (order: RestoredOrder) => void,
): void {
  const { count, orderIds, kinds } = snapshot;
  const apiKeys = snapshot.apiKeys.map((apiKey) => {
    const same = known.get(apiKey) ?? apiKey;
    known.set(same, same);
    return same;
  });
  assert(orderIds.length === count, 'open orders are counted');
  // Copies, because bytes read from a file may be unaligned.
  const words = columns(WORDS, (name) => new Uint32Array(snapshot.words[name].slice().buffer));
  const numbers = columns(NUMBERS, (name) => new Float64Array(snapshot.numbers[name].slice().buffer));
  for (let at = 0; at < count; at++) {
    const kind = kinds[at] as number;
    const order = orderNumber(words.number[at] as number);
    const terms = {
      order,
      orderId: orderIds[at] as OrderId,
      account: accountId(words.account[at] as number),
      wallet: walletId(words.wallet[at] as number),
      apiKey: apiKeys[words.apiKey[at] as number] ?? violated(`order ${order} has no API key`),
      market: marketId(words.market[at] as number),
      outcome: (kind & 1) as Outcome,
      side: (kind & 2) === 0 ? ('BUY' as const) : ('SELL' as const),
      type: TYPES[kind >> 2] ?? violated(`order ${order} has no type`),
      price: price(words.price[at] as number),
      size: micros(plain(numbers.size[at] as number)),
      expiration: plain(numbers.expiration[at] as number),
    };
    add({
      terms,
      createdMs: numbers.createdMs[at] as number,
      remaining: micros(plain(numbers.remaining[at] as number)),
      held: micros(plain(numbers.held[at] as number)),
      result: resultAt(numbers, at),
    });
  }
}

/** The facts about a resting order in a snapshot. */
export interface RestoredOrder {
  readonly terms: OrderTerms;
  readonly createdMs: number;
  readonly remaining: Micros;
  readonly held: Micros;
  readonly result: OrderResult;
}

/** The same number, but as an integer if small: it then takes no memory of its own, unlike a float from a column. */
const plain = (value: number): number => ((value | 0) === value ? value | 0 : value);

type NumberColumns = Readonly<Record<(typeof NUMBERS)[number], Float64Array>>;

/** An order matched at once if it gave or got anything. */
function resultAt(numbers: NumberColumns, at: number): OrderResult {
  const making: Micros = micros(numbers.making[at] as number);
  const taking: Micros = micros(numbers.taking[at] as number);
  const status = making > 0 || taking > 0 ? 'matched' : 'live';
  return { status, making, taking, sequence: numbers.sequence[at] as number };
}

function columns<Name extends string, Column>(
  names: readonly Name[],
  make: (name: Name) => Column,
): Record<Name, Column> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Column>;
}

/** Figures of a row in a snapshot: making, taking, sequence. */
const FIGURES = 3;

/** Rows as plain bytes, in the byte order of the machine. */
export interface OrderRowsSnapshot {
  readonly count: number;
  readonly keys: Uint8Array;
  readonly numbers: Uint8Array;
  readonly figures: Uint8Array;
  readonly flags: Uint8Array;
}

/** `read` copies the row at an index from 0 into the row that it is given. */
export function snapshotRows(count: number, read: (at: number, into: OrderRow) => OrderRow): OrderRowsSnapshot {
  const keys = new Int32Array(count * KEY_WORDS);
  const numbers = new Uint32Array(count);
  const figures = new Float64Array(count * FIGURES);
  const flags = new Uint8Array(count);
  const row = createOrderRow();
  for (let at = 0; at < count; at++) {
    read(at, row);
    keys.set(row.key, at * KEY_WORDS);
    numbers[at] = row.number;
    figures[at * FIGURES] = row.making;
    figures[at * FIGURES + 1] = row.taking;
    figures[at * FIGURES + 2] = row.sequence;
    flags[at] = row.flags;
  }
  const bytes = ({ buffer }: Int32Array | Uint32Array | Float64Array): Uint8Array => new Uint8Array(buffer);
  return { count, keys: bytes(keys), numbers: bytes(numbers), figures: bytes(figures), flags };
}

/** Calls `add` with each row, in order. The row is reused after each call. */
export function restoreRows(snapshot: OrderRowsSnapshot, add: (row: OrderRow) => void): void {
  const { count, flags } = snapshot;
  // Copies, because bytes read from a file may be unaligned.
  const keys = new Int32Array(snapshot.keys.slice().buffer);
  const numbers = new Uint32Array(snapshot.numbers.slice().buffer);
  const figures = new Float64Array(snapshot.figures.slice().buffer);
  assert(keys.length === count * KEY_WORDS && numbers.length === count && flags.length === count, 'rows are whole');
  const row = createOrderRow();
  for (let at = 0; at < count; at++) {
    for (let word = 0; word < KEY_WORDS; word++) row.key[word] = keys[at * KEY_WORDS + word] as number;
    row.number = numbers[at] as number;
    row.making = figures[at * FIGURES] as number;
    row.taking = figures[at * FIGURES + 1] as number;
    row.sequence = figures[at * FIGURES + 2] as number;
    row.flags = flags[at] as number;
    add(row);
  }
}
