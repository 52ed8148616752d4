/** Keccak-256 as one thread uses it, and the few shapes in which contracts hash. */
import { createKeccak } from 'hash-wasm';

/** Keccak-256 of the parts one after the other: 32 fresh bytes. */
export type Keccak = (...parts: readonly Uint8Array[]) => Uint8Array;

export async function createKeccak256(): Promise<Keccak> {
  const hasher = await createKeccak(256);
  return (...parts) => {
    hasher.init();
    for (const part of parts) hasher.update(part);
    return hasher.digest('binary');
  };
}
