/**
 * Tells whether a projector thread has started on its files, for a stop that comes before it is ready. Until then the
 * thread may still be loading its program, which can take long on a busy machine, and is simply terminated. A thread
 * that has started is asked to stop.
 */
const UNTOUCHED = 0;
const BEGUN = 1;
const CLOSED = 2;

export const createGate = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

/** For the thread, before it opens anything; returns false if it must not. */
export function passGate(gate: SharedArrayBuffer): boolean {
  return Atomics.compareExchange(new Int32Array(gate), 0, UNTOUCHED, BEGUN) !== CLOSED;
}

/** For the thread's starter; returns false if the thread has begun. */
export function closeGate(gate: SharedArrayBuffer): boolean {
  return Atomics.compareExchange(new Int32Array(gate), 0, UNTOUCHED, CLOSED) !== BEGUN;
}
