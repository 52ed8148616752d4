/**
 * Recent items of many streams, for clients that come back. Bounded twice: items per stream, and characters of all
 * streams together. The stream idle for longest is dropped first.
 */

/** An item that was sent, with its place in its stream. */
export interface Sent {
  readonly sequence: number;
  /** Size in characters. */
  readonly size: number;
}

interface Log<Item> {
  readonly items: Item[];
  size: number;
}

export class Recent<Item extends Sent, Key extends number | string = number> {
  readonly #itemsMax: number;
  readonly #sizeMax: number;
  /** Streams with items; the one added to last is last. */
  readonly #logs = new Map<Key, Log<Item>>();
  #size = 0;

  constructor(itemsMax: number, sizeMax: number) {
    this.#itemsMax = itemsMax;
    this.#sizeMax = sizeMax;
  }

  /** Characters kept. */
  get size(): number {
    return this.#size;
  }

  add(stream: Key, item: Item): void {
    const log = this.#logs.get(stream) ?? { items: [], size: 0 };
    this.#logs.delete(stream);
    this.#logs.set(stream, log);
    log.items.push(item);
    this.#grow(log, item.size);
    if (log.items.length > this.#itemsMax) this.#grow(log, -(log.items.shift()?.size ?? 0));
    for (const [other, { size }] of this.#logs) {
      if (this.#size <= this.#sizeMax) return;
      this.#size -= size;
      this.#logs.delete(other);
    }
  }

  /** Returns the kept items of a stream, oldest first, without a gap. */
  of(stream: Key): readonly Item[] {
    return this.#logs.get(stream)?.items ?? [];
  }

  forget(stream: Key): void {
    this.#size -= this.#logs.get(stream)?.size ?? 0;
    this.#logs.delete(stream);
  }

  #grow(log: Log<Item>, by: number): void {
    log.size += by;
    this.#size += by;
  }
}
