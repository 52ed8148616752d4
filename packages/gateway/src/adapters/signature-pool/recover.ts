/**
 * Recovers the address that made a 65-byte signature. Stricter than the curve needs: a signature has one accepted form,
 * so the same consent cannot arrive as two different byte strings (except for the v values 0 and 1, which some wallets
 * send for 27 and 28).
 */
import secp256k1 from 'secp256k1';
import type { Keccak } from './keccak.ts';

/** r, s and v. */
export const SIGNATURE_BYTES = 65;

/** Half of the curve's order, big-endian: the largest s that is accepted. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/** Buffer for each recovered key, and the part from which addresses are hashed. */
const PUBLIC_KEY = new Uint8Array(65);
const POINT = PUBLIC_KEY.subarray(1);

/** Recovery id for a v of 27, 28, 0 or 1; null for anything else. */
function recoveryId(v: number): 0 | 1 | null {
  if (v === 27 || v === 0) return 0;
  if (v === 28 || v === 1) return 1;
  return null;
}

/** Address (20 bytes, a view of fresh memory) that signed `digest`; null when the bytes are not a valid signature. */
export function recoverSigner(keccak: Keccak, signature: Uint8Array, digest: Uint8Array): Uint8Array | null {
  const recovery = recoveryId(signature[SIGNATURE_BYTES - 1] ?? Number.NaN);
  if (recovery === null) return null;
  if (Buffer.compare(signature.subarray(32, 64), HALF_ORDER) > 0) return null;
  try {
    secp256k1.ecdsaRecover(signature.subarray(0, 64), recovery, digest, false, PUBLIC_KEY);
  } catch {
    // The library throws when r or s is no scalar or no curve point has this r: a refused signature, not a failure.
    return null;
  }
  return keccak(POINT).subarray(12);
}
