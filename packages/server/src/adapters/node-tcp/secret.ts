/**
 * How two nodes prove to each other that they have the same secret, and what they derive from it: for each link and
 * direction a key of its own. Both sides give a random number, so that nothing of another link is of use.
 *
 * Shapes follow RFC 2104 (HMAC) with SHA-256.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const SCHEME = 'bellwether node link 1';

/** Bytes of the random number that each side gives, and of a code. */
export const NONCE_BYTES = 32;
export const PROOF_BYTES = 32;

/** The two sides of a link. */
export type Side = 'caller' | 'listener';

export interface Nonces {
  readonly caller: Uint8Array;
  readonly listener: Uint8Array;
}

export const proofOf = (secret: string, side: Side, nonces: Nonces): Buffer => derive(secret, `${side} proves`, nonces);

/** Of the messages that `side` sends. */
export const keyOf = (secret: string, side: Side, nonces: Nonces): Buffer => derive(secret, `${side} sends`, nonces);

export function isProof(secret: string, side: Side, nonces: Nonces, proof: Uint8Array): boolean {
  return proof.byteLength === PROOF_BYTES && timingSafeEqual(proofOf(secret, side, nonces), proof);
}

function derive(secret: string, use: string, { caller, listener }: Nonces): Buffer {
  return createHmac('sha256', secret).update(`${SCHEME}\n${use}\n`).update(caller).update(listener).digest();
}
