/** Keccak-256 as a synchronous function. Stateful inside, so each thread creates its own and uses it from one place. */
import { createKeccak } from 'hash-wasm';

/** Keccak-256 of `data`: 32 fresh bytes. */
export type Keccak = (data: Uint8Array) => Uint8Array;

/** Compiles the hash once and returns the function. */
export async function createKeccak256(): Promise<Keccak> {
  const hasher = await createKeccak(256);
  return (data) => hasher.init().update(data).digest('binary');
}
