/**
 * Parses a body of `POST /submit`: the fields of its type, the acting wallet, the signed data, and the calls inside.
 * Claims about the signer are not verified here.
 */
import { createHash } from 'node:crypto';
import type { RelayerType, RelaySubmission } from '@bellwether/contract';
import { type Address, accountOf, type State } from '@bellwether/engine';
import { type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { ParseAddress } from '@bellwether/wire/forms/address.ts';
import type { Calls } from './batch.ts';
import type { RefusedCall, RelayedCall } from './calls.ts';
import { DEPOSIT_WALLET_FACTORY, RELAY_ADDRESS, RELAY_HUB, SAFE_FACTORY } from './contracts.ts';
import { isKeySized, readKeySignature } from './key-signature.ts';
import type { RelayLanguage } from './relay-language.ts';
import { depositWalletsOf } from './wallets.ts';
import { hexOf, knownBytes } from './words.ts';

export interface RelayDraft {
  readonly kind: 'draft';
  readonly type: RelayerType;
  /** Owner of the wallet. */
  readonly from: Address;
  /** Key of the wallet that must have signed; null if the owner must. */
  readonly key: Address | null;
  readonly to: Address;
  readonly wallet: Address;
  /** 0 for a deployment. */
  readonly nonce: number;
  /** Empty for a deployment. */
  readonly calls: readonly RelayedCall[];
  /** 32-byte digest to recover the signer from, and the signature as a wallet makes it; null if nothing is signed. */
  readonly signed: { readonly digest: string; readonly signature: string } | null;
  /** Id of the transaction: 0x + 64 hex digits. */
  readonly id: string;
  readonly data: string;
  readonly metadata: string;
  /** Refuses the transaction if it comes too late, at `nowS` in Unix seconds. A transaction that was done before is not refused. */
  readonly refuseLate: (nowS: number) => Failure | null;
}

type Body = RelaySubmission;
type Optional = Exclude<keyof Body, 'type' | 'from' | 'to'>;

/** Fields besides type, from and to. */
const FIELDS: Readonly<
  Record<RelayerType, { readonly needs: readonly Optional[]; readonly takes: readonly Optional[] }>
> = {
  SAFE: { needs: ['data', 'nonce', 'signature', 'signatureParams'], takes: ['proxyWallet', 'metadata'] },
  PROXY: { needs: ['data', 'nonce', 'signature', 'signatureParams'], takes: ['proxyWallet', 'metadata'] },
  WALLET: { needs: ['nonce', 'signature', 'depositWalletParams'], takes: ['metadata'] },
  'SAFE-CREATE': { needs: ['signature', 'signatureParams'], takes: ['proxyWallet', 'data', 'nonce', 'metadata'] },
  'WALLET-CREATE': { needs: [], takes: ['metadata'] },
};
const OPTIONAL: readonly Optional[] = [
  'proxyWallet',
  'data',
  'nonce',
  'signature',
  'signatureParams',
  'metadata',
  'depositWalletParams',
];
const NOTHING_PAID = [
  'gasPrice',
  'relayerFee',
  'safeTxnGas',
  'baseGas',
  'gasToken',
  'refundReceiver',
  'paymentToken',
  'payment',
  'paymentReceiver',
] as const;
const NOTHING = /^(?:0|0x0{40})$/;
/** A Safe marks a signature of `personal_sign` with a v increased by 4. */
const SAFE_PERSONAL_V = 4;

export type RelayContext = { readonly relay: RelayLanguage; readonly parseAddress: ParseAddress };

export function readSubmission(body: Body, state: Readonly<State>, context: RelayContext): RelayDraft | Failure {
  const problem = fieldProblem(body);
  if (problem !== null) return invalidPayload(problem);
  const from = context.parseAddress(body.from);
  if (from.kind === 'invalid') return invalidPayload(`from ${from.error}`);
  const to = context.parseAddress(body.to);
  if (to.kind === 'invalid') return invalidPayload(`to ${to.error}`);
  const parties = { from: from.address, to: to.address };
  const paid = NOTHING_PAID.find((name) => !NOTHING.test(body.signatureParams?.[name] ?? '0'));
  if (paid !== undefined)
    return refuseRelay(`signatureParams.${paid} must be nothing: no one is paid for relaying here`);
  switch (body.type) {
    case 'SAFE':
      return readSafe(body, parties, context);
    case 'PROXY':
      return readProxy(body, parties, context);
    case 'WALLET':
      return readWallet(body, parties, state, context);
    default:
      return readCreation(body.type, body, parties, state, context);
  }
}

type Parties = { readonly from: Address; readonly to: Address };

function fieldProblem(body: Body): string | null {
  const { needs, takes } = FIELDS[body.type];
  const missing = needs.find((name) => body[name] === undefined);
  if (missing !== undefined) return `${missing} is required for ${body.type}`;
  if (body.type !== 'WALLET' && isKeySized(body.signature ?? ''))
    return 'signature must have 65 bytes: only a deposit wallet has keys besides its owner';
  const extra = OPTIONAL.find((name) => body[name] !== undefined && !needs.includes(name) && !takes.includes(name));
  return extra === undefined ? null : `${extra} is not a field of ${body.type}`;
}

function readSafe(body: Body, { from, to }: Parties, { relay }: RelayContext): RelayDraft | Failure {
  const wallet = relay.walletsOf(from).SAFE as Address;
  const shared = readShared(body, wallet);
  if ('kind' in shared) return shared;
  const operation = body.signatureParams?.operation;
  if (operation === undefined) return invalidPayload('signatureParams.operation is required for SAFE');
  const { nonce, data } = shared;
  const kind = operation === '1' ? 1 : 0;
  const calls = relay.batches.ofSafe(to, data, kind);
  if (calls.kind === 'refused') return refusedCall(calls);
  const digest = relay.digests.safe({ wallet, to, data, operation: kind, nonce });
  const signature = body.signature ?? '';
  const v = Number.parseInt(signature.slice(-2), 16);
  const isPersonal = v >= 27 + SAFE_PERSONAL_V;
  const plain = isPersonal ? signature.slice(0, -2) + (v - SAFE_PERSONAL_V).toString(16).padStart(2, '0') : signature;
  const signed = { digest: hexOf(isPersonal ? relay.digests.personal(digest) : digest), signature: plain };
  return draft(body, { from, to, wallet, nonce, calls, signed }, digest);
}

function readProxy(body: Body, { from, to }: Parties, { relay, parseAddress }: RelayContext): RelayDraft | Failure {
  const wallet = relay.walletsOf(from).PROXY as Address;
  const shared = readShared(body, wallet);
  if ('kind' in shared) return shared;
  const { gasLimit, relayHub, relay: relayer } = body.signatureParams ?? {};
  if (gasLimit === undefined || relayHub === undefined || relayer === undefined)
    return invalidPayload('signatureParams needs gasLimit, relayHub and relay for PROXY');
  for (const [name, text, expected] of [
    ['relayHub', relayHub, RELAY_HUB],
    ['relay', relayer, RELAY_ADDRESS],
  ] as const) {
    const parsed = parseAddress(text);
    if (parsed.kind === 'invalid') return invalidPayload(`signatureParams.${name} ${parsed.error}`);
    if (parsed.address !== expected) return refuseRelay(`signatureParams.${name} must be ${expected}`);
  }
  if (BigInt(gasLimit) >> 256n > 0n) return invalidPayload('signatureParams.gasLimit is too large');
  const { nonce, data } = shared;
  const calls = relay.batches.ofProxy(to, data);
  if (calls.kind === 'refused') return refusedCall(calls);
  const digest = relay.digests.proxy({ from, to, data, gasLimit: BigInt(gasLimit), nonce });
  const signed = { digest: hexOf(relay.digests.personal(digest)), signature: body.signature ?? '' };
  return draft(body, { from, to, wallet, nonce, calls, signed }, digest);
}

function readWallet(
  body: Body,
  { from: sender, to }: Parties,
  state: Readonly<State>,
  { relay, parseAddress }: RelayContext,
): RelayDraft | Failure {
  const { depositWallet = '', deadline = '0', calls = [] } = body.depositWalletParams ?? {};
  if (to !== DEPOSIT_WALLET_FACTORY)
    return refuseRelay(`a deposit wallet is called through its factory ${DEPOSIT_WALLET_FACTORY}`);
  const named = parseAddress(depositWallet);
  if (named.kind === 'invalid') return invalidPayload(`depositWalletParams.depositWallet ${named.error}`);
  const wallet = named.address;
  const signer = readSigner(body.signature ?? '', sender, wallet, state);
  if (signer.kind === 'failure') return signer;
  const { from, key, signature } = signer;
  const own = depositWalletsOf(from, relay);
  if (!own.includes(wallet))
    return refuseRelay(`${wallet} is not a deposit wallet of ${from}: those are ${own.join(', ')}`);
  const nonce = readNonce(body);
  if (typeof nonce !== 'number') return nonce;
  if (BigInt(deadline) >> 256n > 0n) return invalidPayload('depositWalletParams.deadline is too large');
  const inner: { target: string; value: bigint; data: Uint8Array }[] = [];
  for (const [index, call] of calls.entries()) {
    const target = parseAddress(call.target);
    if (target.kind === 'invalid') return invalidPayload(`depositWalletParams.calls[${index}].target ${target.error}`);
    const value = BigInt(call.value);
    if (value !== 0n) return refuseRelay(`call ${index + 1}: value must be 0: there is no native coin here`);
    inner.push({ target: target.address, value, data: knownBytes(call.data) });
  }
  const read = relay.batches.ofWallet(inner);
  if (read.kind === 'refused') return refusedCall(read);
  const digest = relay.digests.wallet({ wallet, nonce, deadline: BigInt(deadline), calls: inner });
  const signed = { digest: hexOf(digest), signature };
  const refuseLate = (nowS: number): Failure | null =>
    BigInt(deadline) >= BigInt(nowS) ? null : refuseRelay(`its deadline ${deadline} has passed`);
  return { ...draft(body, { from, to, wallet, nonce, calls: read, signed }, digest), key, refuseLate };
}

interface Signer extends Pick<RelayDraft, 'from' | 'key'> {
  readonly kind: 'signer';
  /** 65 bytes in hex. */
  readonly signature: string;
}

/** The signer of a deposit wallet's batch: its owner, or the key that the signature names. */
function readSigner(signature: string, from: Address, wallet: Address, state: Readonly<State>): Signer | Failure {
  if (!isKeySized(signature)) return { kind: 'signer', from, key: null, signature };
  const byKey = readKeySignature(signature);
  if (byKey === null) return invalidPayload('signature of 256 bytes must be one by a key, with its address and mark');
  if (byKey.key !== from) return invalidPayload(`from must be the key that signed, ${byKey.key}`);
  const owner = ownerOf(wallet, state);
  if (owner.kind === 'failure') return owner;
  return { kind: 'signer', from: owner.address, key: from, signature: byKey.signature };
}

/** The account that owns a deployed wallet. */
export function ownerOf(
  wallet: Address,
  state: Readonly<State>,
): { readonly kind: 'owner'; readonly address: Address } | Failure {
  const known = state.wallets[state.walletsByAddress.get(wallet) ?? -1];
  if (known === undefined || known.borrowed) return failure('wallet_not_deployed', { wallet });
  return { kind: 'owner', address: accountOf(state, known.account).address };
}

function readCreation(
  type: 'SAFE-CREATE' | 'WALLET-CREATE',
  body: Body,
  { from, to }: Parties,
  state: Readonly<State>,
  { relay }: RelayContext,
): RelayDraft | Failure {
  const isSafe = type === 'SAFE-CREATE';
  const factory = isSafe ? SAFE_FACTORY : DEPOSIT_WALLET_FACTORY;
  if (to !== factory) return refuseRelay(`${type} goes to the factory ${factory}`);
  if ((body.data ?? '0x') !== '0x') return refuseRelay('a deployment has no data');
  const { SAFE, WALLET, EARLIER_WALLET } = relay.walletsOf(from);
  // The demo may have lent the earlier address to another account, which deploys nothing.
  const current = ownerOf(EARLIER_WALLET as Address, state).kind === 'owner' ? EARLIER_WALLET : WALLET;
  const wallet = (isSafe ? SAFE : current) as Address;
  const foreign = refuseOtherWallet(body, wallet);
  if (foreign !== null) return foreign;
  const digest = isSafe ? relay.digests.safeCreation() : relay.digests.walletCreation(from);
  const signed = isSafe ? { digest: hexOf(digest), signature: body.signature ?? '' } : null;
  return draft(body, { from, to, wallet, nonce: 0, calls: { kind: 'calls', calls: [] }, signed }, digest);
}

/** Nonce and calldata of a batch that names the right wallet, or none. */
function readShared(body: Body, wallet: Address): { readonly nonce: number; readonly data: Uint8Array } | Failure {
  const foreign = refuseOtherWallet(body, wallet);
  if (foreign !== null) return foreign;
  const nonce = readNonce(body);
  return typeof nonce === 'number' ? { nonce, data: knownBytes(body.data ?? '0x') } : nonce;
}

function refuseOtherWallet({ type, from, proxyWallet }: Body, wallet: Address): Failure | null {
  if (proxyWallet === undefined || proxyWallet.toLowerCase() === wallet) return null;
  return refuseRelay(`proxyWallet ${proxyWallet} is not the wallet of ${from} for ${type}: that is ${wallet}`);
}

function readNonce({ nonce = '0' }: Body): number | Failure {
  const value = Number(nonce);
  return Number.isSafeInteger(value) ? value : invalidPayload('nonce is too large');
}

interface Read extends Pick<RelayDraft, 'from' | 'to' | 'wallet' | 'nonce' | 'signed'> {
  readonly calls: Calls;
}

function draft({ type, data = '0x', metadata = '' }: Body, read: Read, digest: Uint8Array): RelayDraft {
  const { calls } = read.calls;
  const id = transactionId(type, read.from, read.wallet, digest);
  return { kind: 'draft', ...read, key: null, type, calls, id, data, metadata, refuseLate: () => null };
}

/** Id of a transaction, 0x + 64 hex digits: it follows from what was signed. */
export function transactionId(type: RelayerType, from: string, wallet: string, digest: Uint8Array): string {
  return `0x${createHash('sha256')
    .update(`${type}\n${from}\n${wallet}\n${hexOf(digest)}`)
    .digest('hex')}`;
}

export const refuseRelay = (detail: string): Failure => failure('relay_refused', { detail });
const refusedCall = ({ why }: RefusedCall): Failure => refuseRelay(why);
