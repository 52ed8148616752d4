/**
 * Proofs by which two nodes show each other that they have the same secret, and the keys derived from it: one for each
 * link and direction. Both sides contribute a random number, so that nothing recorded on another link is of use.
 *
 * Constructions follow RFC 2104 (HMAC) with SHA-256.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const SCHEME = 'bellwether node link 1';

/** Bytes of each side's random number, and of a proof. */
export const NONCE_BYTES = 32;
export const PROOF_BYTES = 32;

/** The two sides of a link. */
export type Side = 'caller' | 'listener';

export interface Nonces {
  readonly caller: Uint8Array;
  readonly listener: Uint8Array;
}

export const proofOf = (secret: string, side: Side, nonces: Nonces): Buffer => derive(secret, `${side} proves`, nonces);

/** Key for the messages that `side` sends. */
export const keyOf = (secret: string, side: Side, nonces: Nonces): Buffer => derive(secret, `${side} sends`, nonces);

export function isProof(secret: string, side: Side, nonces: Nonces, proof: Uint8Array): boolean {
  return proof.byteLength === PROOF_BYTES && timingSafeEqual(proofOf(secret, side, nonces), proof);
}

function derive(secret: string, use: string, { caller, listener }: Nonces): Buffer {
  return createHmac('sha256', secret).update(`${SCHEME}\n${use}\n`).update(caller).update(listener).digest();
}
