/**
 * Bytes that a client's entries took in the journal: sums per time slot in a ring, for each window of the budget.
 * Counted after the fact, so requests in progress when the budget runs out still pass.
 */

type ByteWindow = { readonly bytes: number; readonly slotMs: number };

/** Slots of a window. One extra slot is kept for the one that is only partly inside. */
const SLOTS = 60;

/**
 * Journal budget of an account and of an address. Orders of 2 KB at the full rate of the order caps stay below both
 * windows: the budget limits clients that write without placing orders, or whose orders are unusually large.
 */
const JOURNAL_BUDGET: readonly ByteWindow[] = [
  { bytes: 48 * 1024 * 1024, slotMs: 1_000 },
  { bytes: 96 * 1024 * 1024, slotMs: 10_000 },
];

class Ring {
  readonly #window: ByteWindow;
  readonly #sums = new Float64Array(SLOTS + 1);
  /** Number of the newest slot. */
  #head = 0;
  #total = 0;

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  add(bytes: number, now: number): void {
    this.#expire(now);
    this.#sums[this.#head % this.#sums.length] = (this.#sums[this.#head % this.#sums.length] as number) + bytes;
    this.#total += bytes;
  }

  total(now: number): number {
    this.#expire(now);
    return this.#total;
  }

  /** Time at which the total falls below `bytes` if nothing is added; -Infinity if it is below now. */
  belowAt(bytes: number, now: number): number {
    let left = this.total(now);
    if (left < bytes) return Number.NEGATIVE_INFINITY;
    for (let slot = this.#head - SLOTS; slot <= this.#head; slot++) {
      left -= slot < 0 ? 0 : (this.#sums[slot % this.#sums.length] as number);
      if (left < bytes) return (slot + SLOTS + 1) * this.#window.slotMs;
    }
    return now;
  }

  get bytes(): number {
    return this.#sums.byteLength;
  }

  #expire(now: number): void {
    const slot = Math.floor(now / this.#window.slotMs);
    if (slot <= this.#head) return;
    const from = Math.max(this.#head + 1, slot - SLOTS);
    for (let number = from; number <= slot; number++) {
      const at = number % this.#sums.length;
      this.#total -= this.#sums[at] as number;
      this.#sums[at] = 0;
    }
    this.#head = slot;
  }
}

/** Journal usage of one client. Times are milliseconds of one monotonic clock. */
export class ByteLog {
  readonly #rings = JOURNAL_BUDGET.map((window) => new Ring(window));
  readonly #share: number;

  /** `share`: multiple of the budget that this client has. */
  constructor(share: number) {
    this.#share = share;
  }

  add(bytes: number, now: number): void {
    for (const ring of this.#rings) ring.add(bytes, now);
  }

  /** Time at which there is room again; -Infinity if there is room now. */
  roomAt(now: number): number {
    let at = Number.NEGATIVE_INFINITY;
    for (const [index, { bytes }] of JOURNAL_BUDGET.entries()) {
      at = Math.max(at, (this.#rings[index] as Ring).belowAt(bytes * this.#share, now));
    }
    return at;
  }

  isEmpty(now: number): boolean {
    return this.#rings.every((ring) => ring.total(now) === 0);
  }

  get bytes(): number {
    return this.#rings.reduce((sum, ring) => sum + ring.bytes, 0);
  }
}

/** Time in milliseconds for which a journaled byte counts. */
export const JOURNAL_KEPT_MS = Math.max(...JOURNAL_BUDGET.map(({ slotMs }) => slotMs * (SLOTS + 1)));
