/**
 * Session signers as the ecosystem manages them: a batch of a deposit wallet, signed by its owner, with one call of the
 * wallet itself that names a key. The scopes stand beside the batch, which does not contain them: whoever sends it chooses
 * them. Only the owner may choose `ALL`; from others it counts as `CLOB`, which signs no batches.
 */
import {
  SESSION_BATCH_SECONDS_MIN,
  SESSION_SIGNER_SECONDS,
  SESSION_SIGNER_TOLERANCE_SECONDS,
  type SessionAuthorization,
  type SessionRevocation,
} from '@bellwether/contract';
import type { Address, State } from '@bellwether/engine';
import { type Failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { RelayedCall } from './calls.ts';
import { ownerOf, type RelayContext, type RelayDraft, refuseRelay, transactionId } from './relay-submission.ts';
import { depositWalletsOf } from './wallets.ts';
import { addressWord, hexOf, wordOf } from './words.ts';

/** `authorizeSessionSigner(address,uint256)` and `revokeSessionSigner(address)`. */
const AUTHORIZE = Buffer.from('24017fae', 'hex');
const REVOKE = Buffer.from('e63f952f', 'hex');

export const authorizeCall = (key: string, validUntil: bigint): Buffer =>
  Buffer.concat([AUTHORIZE, addressWord(key), wordOf(validUntil)]);
export const revokeCall = (key: string): Buffer => Buffer.concat([REVOKE, addressWord(key)]);

/** `senders`: addresses of the accounts whose keys the request has shown. */
export function readAuthorization(
  body: SessionAuthorization,
  senders: readonly string[],
  state: Readonly<State>,
  context: RelayContext,
): RelayDraft | Failure {
  const { scopes, validUntil } = body;
  if (scopes.includes('ALL') && scopes.length > 1) return invalidPayload('scopes must be ALL alone, or others');
  const expiration = wordSized(validUntil, 'validUntil');
  if (typeof expiration !== 'bigint') return expiration;
  const read = readBatch(body, state, context, (key, owner) => {
    const granted = scopes.map((scope) => (scope === 'ALL' && !senders.includes(owner) ? 'CLOB' : scope));
    return {
      data: authorizeCall(key, expiration),
      call: { kind: 'add-key', key, scopes: granted, expiration: Number(expiration) },
    };
  });
  if (read.kind === 'failure') return read;
  return { ...read, refuseLate: (nowS) => read.refuseLate(nowS) ?? refuseLifetime(expiration, nowS) };
}

export function readRevocation(
  body: SessionRevocation,
  state: Readonly<State>,
  context: RelayContext,
): RelayDraft | Failure {
  return readBatch(body, state, context, (key) => ({ data: revokeCall(key), call: { kind: 'revoke-key', key } }));
}

type KeyCall = { readonly data: Buffer; readonly call: RelayedCall };

function readBatch(
  body: SessionRevocation,
  state: Readonly<State>,
  { relay, parseAddress }: RelayContext,
  callOf: (key: Address, owner: Address) => KeyCall,
): RelayDraft | Failure {
  const named = parseAddress(body.walletAddress);
  if (named.kind === 'invalid') return invalidPayload(`walletAddress ${named.error}`);
  const key = parseAddress(body.sessionSignerAddress);
  if (key.kind === 'invalid') return invalidPayload(`sessionSignerAddress ${key.error}`);
  const wallet = named.address;
  const nonce = Number(body.nonce);
  if (!Number.isSafeInteger(nonce)) return invalidPayload('nonce is too large');
  const deadline = wordSized(body.deadline, 'deadline');
  if (typeof deadline !== 'bigint') return deadline;
  const owner = ownerOf(wallet, state);
  if (owner.kind === 'failure') return owner;
  const { address: from } = owner;
  if (!depositWalletsOf(from, relay).includes(wallet))
    return refuseRelay(`${wallet} is not a deposit wallet of ${from}: only those have session signers`);
  const { data, call } = callOf(key.address, from);
  const digest = relay.digests.wallet({ wallet, nonce, deadline, calls: [{ target: wallet, value: 0n, data }] });
  const type = 'WALLET';
  return {
    ...{ kind: 'draft', type, from, key: null, to: wallet, wallet, nonce, calls: [call] },
    signed: { digest: hexOf(digest), signature: body.signature },
    id: transactionId(type, from, wallet, digest),
    ...{ data: hexOf(data), metadata: '' },
    refuseLate: (nowS) =>
      deadline >= BigInt(nowS + SESSION_BATCH_SECONDS_MIN)
        ? null
        : refuseRelay(`its deadline ${deadline} is less than ${SESSION_BATCH_SECONDS_MIN} s ahead`),
  };
}

function wordSized(text: string, field: string): bigint | Failure {
  const value = BigInt(text);
  return value >> 256n > 0n ? invalidPayload(`${field} is too large`) : value;
}

function refuseLifetime(validUntil: bigint, nowS: number): Failure | null {
  const due = nowS + SESSION_SIGNER_SECONDS;
  const tolerance = BigInt(SESSION_SIGNER_TOLERANCE_SECONDS);
  const isDue = validUntil >= BigInt(due) - tolerance && validUntil <= BigInt(due) + tolerance;
  return isDue ? null : refuseRelay(`validUntil ${validUntil} is not 4315 hours from now, which is ${due}`);
}
