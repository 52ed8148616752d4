/**
 * A bounded queue between a feed, which never waits, and its one reader, which may. It ends once, with or without an
 * error.
 */
import { AbortedError } from '../errors.ts';

export interface Endable {
  /** Ends the iteration with `AbortedError` when the signal aborts. */
  endBy(signal: AbortSignal): void;
}

/**
 * Opens a queue of at most `itemsMax` items. When it is full, `put` drops all of them, which are useless after a gap,
 * and every later one until the reader waits again: `readOn`. `start`: the reader waits for the first time.
 */
export function openQueue<Item>(
  itemsMax: number,
  { start, dropped, readOn, close }: Readonly<Record<'start' | 'dropped' | 'readOn' | 'close', () => void>>,
) {
  let isStarted = false;
  let hasOverflowed = false;
  const waits = (): void => {
    if (!isStarted) {
      isStarted = true;
      start();
    } else if (hasOverflowed) {
      hasOverflowed = false;
      readOn();
    }
  };
  const channel = new Channel<Item>(itemsMax, waits, close);
  const put = (item: Item): void => {
    if (hasOverflowed || channel.push(item)) return;
    hasOverflowed = true;
    channel.clear();
    dropped();
  };
  return { channel, put };
}

export class Channel<Item> implements AsyncIterableIterator<Item, undefined>, Endable {
  readonly #items: Item[] = [];
  readonly #itemsMax: number;
  readonly #onNext: () => void;
  readonly #onReturn: () => void;
  #waiting: PromiseWithResolvers<IteratorResult<Item, undefined>> | null = null;
  #end: { readonly error: Error | null } | null = null;
  #onEnd: (() => void) | null = null;

  /** `onNext` is called whenever the reader starts to wait; `onReturn` when the reader leaves or is made to leave. */
  constructor(itemsMax: number, onNext: () => void, onReturn: () => void) {
    this.#itemsMax = itemsMax;
    this.#onNext = onNext;
    this.#onReturn = onReturn;
  }

  /** Adds an item; false if the queue is full and the item was not added. */
  push(item: Item): boolean {
    if (this.#end !== null) return true;
    if (this.#waiting !== null) {
      const { resolve } = this.#waiting;
      this.#waiting = null;
      resolve({ done: false, value: item });
      return true;
    }
    if (this.#items.length >= this.#itemsMax) return false;
    this.#items.push(item);
    return true;
  }

  /** True while the reader waits. */
  get isWanted(): boolean {
    return this.#waiting !== null;
  }

  clear(): void {
    this.#items.length = 0;
  }

  /** Ends the queue. The reader still gets queued items, then the error if there is one. */
  end(error: Error | null): void {
    if (this.#end !== null) return;
    this.#end = { error };
    this.#onEnd?.();
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) return;
    this.#end = { error: null };
    if (error === null) waiting.resolve({ done: true, value: undefined });
    else waiting.reject(error);
  }

  async next(): Promise<IteratorResult<Item, undefined>> {
    const item = this.#items.shift();
    if (item !== undefined) return { done: false, value: item };
    if (this.#end !== null) {
      const { error } = this.#end;
      this.#end = { error: null };
      if (error !== null) throw error;
      return { done: true, value: undefined };
    }
    if (this.#waiting !== null) throw new TypeError('a feed has one reader, which asks for one item at a time');
    const waiting = Promise.withResolvers<IteratorResult<Item, undefined>>();
    this.#waiting = waiting;
    this.#onNext();
    return waiting.promise;
  }

  /** Ends the queue with an error made from the signal's reason, once the signal aborts. */
  endBy(signal: AbortSignal): void {
    const abort = (): void => this.fail(new AbortedError('the feed was aborted', { cause: signal.reason }));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    this.#onEnd = () => signal.removeEventListener('abort', abort);
  }

  /** Ends the queue at once with an error and discards queued items. */
  fail(error: Error): void {
    this.#onReturn();
    this.#items.length = 0;
    this.end(error);
  }

  async return(): Promise<IteratorResult<Item, undefined>> {
    this.#onReturn();
    this.#items.length = 0;
    this.end(null);
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
