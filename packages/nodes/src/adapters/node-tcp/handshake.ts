/**
 * The first bytes of a link. The listener sends a random number; the caller sends its own and proves that it has the
 * secret; the listener proves the same in turn. Until then neither side reads anything else, or much, or for long.
 *
 * Proofs, and the keys of each link and direction, are HMACs (RFC 2104) with SHA-256 over both random numbers, so that
 * nothing recorded on another link is of use.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Randomness, Timers } from '@bellwether/ports/runtime.ts';

/** Time limit of the whole handshake. */
const HANDSHAKE_MS_MAX = 2_000;

export interface HandshakeOptions {
  readonly secret: string;
  readonly timers: Timers;
  readonly random: Randomness;
}

export interface Keys {
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
  /** Bytes that arrived after the handshake. */
  readonly rest: Buffer;
}

const SCHEME = 'bellwether node link 1';

/** Bytes of each side's random number, and of a proof. */
const NONCE_BYTES = 32;
const PROOF_BYTES = 32;

type Side = 'caller' | 'listener';

type Nonces = { readonly caller: Uint8Array; readonly listener: Uint8Array };

const proofOf = (secret: string, side: Side, nonces: Nonces): Buffer => derive(secret, `${side} proves`, nonces);

const keyOf = (secret: string, side: Side, nonces: Nonces): Buffer => derive(secret, `${side} sends`, nonces);

function isProof(secret: string, side: Side, nonces: Nonces, proof: Uint8Array): boolean {
  return proof.byteLength === PROOF_BYTES && timingSafeEqual(proofOf(secret, side, nonces), proof);
}

function derive(secret: string, use: string, { caller, listener }: Nonces): Buffer {
  return createHmac('sha256', secret).update(`${SCHEME}\n${use}\n`).update(caller).update(listener).digest();
}

/** Rejects and destroys the socket when the other side does not prove that it has the secret. */
export async function greet(socket: Socket, side: Side, options: HandshakeOptions): Promise<Keys> {
  const stop = options.timers.after(HANDSHAKE_MS_MAX, () =>
    socket.destroy(new Error('it did not say in time who it is')),
  );
  try {
    return await (side === 'listener' ? greetAsListener(socket, options) : greetAsCaller(socket, options));
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    stop();
  }
}

async function greetAsListener(socket: Socket, { secret, random }: HandshakeOptions): Promise<Keys> {
  const own = random.bytes(NONCE_BYTES);
  socket.write(own);
  const [answer, rest] = await read(socket, NONCE_BYTES + PROOF_BYTES);
  const nonces = { listener: own, caller: answer.subarray(0, NONCE_BYTES) };
  if (!isProof(secret, 'caller', nonces, answer.subarray(NONCE_BYTES))) throw otherSecret();
  socket.write(proofOf(secret, 'listener', nonces));
  return { ours: keyOf(secret, 'listener', nonces), theirs: keyOf(secret, 'caller', nonces), rest };
}

async function greetAsCaller(socket: Socket, { secret, random }: HandshakeOptions): Promise<Keys> {
  const [theirs, none] = await read(socket, NONCE_BYTES);
  if (none.byteLength > 0) throw otherSecret();
  const nonces = { listener: theirs, caller: random.bytes(NONCE_BYTES) };
  socket.write(Buffer.concat([nonces.caller, proofOf(secret, 'caller', nonces)]));
  const [proof, rest] = await read(socket, PROOF_BYTES);
  if (!isProof(secret, 'listener', nonces, proof)) throw otherSecret();
  return { ours: keyOf(secret, 'caller', nonces), theirs: keyOf(secret, 'listener', nonces), rest };
}

const otherSecret = (): Error => new Error('BELLWETHER_CLUSTER_SECRET is another one there');

/** The next bytes, and the bytes after them that have arrived. The socket is paused when this resolves. */
function read(socket: Socket, bytes: number): Promise<readonly [Buffer, Buffer]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly [Buffer, Buffer]>();
  let taken: Buffer = Buffer.alloc(0);
  const take = (chunk: Buffer): void => {
    taken = Buffer.concat([taken, chunk]);
    if (taken.byteLength < bytes) return;
    socket.pause();
    resolve([taken.subarray(0, bytes), taken.subarray(bytes)]);
  };
  const fail = (error: Error): void => reject(error);
  const close = (): void => reject(otherSecret());
  socket.on('data', take);
  socket.once('error', fail);
  socket.once('close', close);
  socket.resume();
  return promise.finally(() => {
    socket.off('data', take);
    socket.off('error', fail);
    socket.off('close', close);
  });
}
