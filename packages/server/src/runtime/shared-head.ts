/** Two numbers in memory that all threads of a process share. */
import type { SharedHead } from '../ports/shared-head.ts';

const SHOWN = 0;
const SENT = 1;
const NUMBERS = 2;

/** The exchange sends a record to all gateways in microseconds; only a thread that gets no CPU takes longer. */
const WAIT_MS = 20;
const WAITS_MAX = 50;

export const createSharedHead = (): SharedArrayBuffer =>
  new SharedArrayBuffer(NUMBERS * BigInt64Array.BYTES_PER_ELEMENT);

export function openSharedHead(memory: SharedArrayBuffer): SharedHead {
  const numbers = new BigInt64Array(memory);
  return {
    get shown() {
      return Number(Atomics.load(numbers, SHOWN));
    },
    show(sequence) {
      const next = BigInt(sequence);
      for (let known = Atomics.load(numbers, SHOWN); known < next; ) {
        const found = Atomics.compareExchange(numbers, SHOWN, known, next);
        if (found === known) return;
        known = found;
      }
    },
    send(sequence) {
      Atomics.store(numbers, SENT, BigInt(sequence));
      Atomics.notify(numbers, SENT);
    },
    awaitSent(sequence) {
      const wanted = BigInt(sequence);
      for (let waits = 0; waits < WAITS_MAX; waits++) {
        const sent = Atomics.load(numbers, SENT);
        if (sent >= wanted) return true;
        Atomics.wait(numbers, SENT, sent, WAIT_MS);
      }
      return Atomics.load(numbers, SENT) >= wanted;
    },
  };
}
