/**
 * Copies messages between the ends of a channel: plain data as `structuredClone` copies it, at a fraction of the cost.
 */

const NOTHING: ReadonlyMap<ArrayBufferLike, ArrayBuffer> = new Map();

/**
 * Returns a copy of a message. `memory` moves with the message; its sender can no longer use it. Throws if the message
 * holds something that cannot be sent.
 */
export function copied<T>(message: T, memory: readonly ArrayBuffer[] = []): T {
  const moved = memory.length === 0 ? NOTHING : new Map(memory.map((buffer) => [buffer, buffer.transfer()]));
  return copyOf(message, moved) as T;
}

function copyOf(value: unknown, moved: ReadonlyMap<ArrayBufferLike, ArrayBuffer>): unknown {
  if (typeof value === 'function') throw new TypeError('a function is no message');
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return bytesOf(value, moved);
  if (Array.isArray(value)) return value.map((item) => copyOf(item, moved));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
  // Spread first: making and reading a copy of the same shape takes a fraction of the time.
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const field = copy[name];
    if (typeof field === 'object' ? field !== null : typeof field === 'function') copy[name] = copyOf(field, moved);
  }
  return copy;
}

/** Moved memory has length 0 by now, so the message gets all of the new buffer. */
function bytesOf(bytes: Uint8Array, moved: ReadonlyMap<ArrayBufferLike, ArrayBuffer>): Uint8Array {
  const memory = moved.get(bytes.buffer);
  return memory === undefined ? new Uint8Array(bytes) : new Uint8Array(memory);
}
