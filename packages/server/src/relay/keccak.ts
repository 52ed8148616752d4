/** Keccak-256 for use by one thread. */
import { createKeccak } from 'hash-wasm';

/** Keccak-256 of the concatenated parts: 32 new bytes. */
export type Keccak = (...parts: readonly Uint8Array[]) => Uint8Array;

export async function createKeccak256(): Promise<Keccak> {
  const hasher = await createKeccak(256);
  return (...parts) => {
    hasher.init();
    for (const part of parts) hasher.update(part);
    return hasher.digest('binary');
  };
}
