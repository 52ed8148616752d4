/**
 * Whether a projector thread has begun with its files, for a stop that comes before it is ready: until then the thread may
 * still load its program, which can take long beside a busy machine, and it is ended as it is. One that has begun is asked.
 */
const UNTOUCHED = 0;
const BEGUN = 1;
const CLOSED = 2;

export const createGate = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

/** For the thread, before it opens anything; false when it must not. */
export function passGate(gate: SharedArrayBuffer): boolean {
  return Atomics.compareExchange(new Int32Array(gate), 0, UNTOUCHED, BEGUN) !== CLOSED;
}

/** For its starter; false when the thread has begun. */
export function closeGate(gate: SharedArrayBuffer): boolean {
  return Atomics.compareExchange(new Int32Array(gate), 0, UNTOUCHED, CLOSED) !== BEGUN;
}
