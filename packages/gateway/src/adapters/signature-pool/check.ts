/**
 * Answers one batch of checks: the work of the worker thread, as a function that can be tested without a thread. Trusts
 * the layout of the batch (the main thread wrote it), but nothing about the signatures in it.
 */
import type { OtherSignIn, SigningDomain } from '@bellwether/ports/signatures.ts';
import {
  createDigests,
  type Digests,
  MAKER_WORD,
  ORDER_TYPE_BYTES,
  SIGNATURE_TYPE_WORD,
  SIGNER_WORD,
  WORD_BYTES,
} from './eip712.ts';
import { createKeccak256, type Keccak } from './keccak.ts';
import { NESTED_SIGNATURE_BYTES, readKeySignature } from './key-signature.ts';
import {
  ANSWER_BYTES,
  AUTH_ADDRESS_WORD,
  AUTH_NONCE_WORD,
  AUTH_TIMESTAMP_WORD,
  HEADER_BYTES,
  KIND_AUTH,
  KIND_DIGEST,
  KIND_ORDER,
  WORDS_BYTES,
  writeAnswer,
} from './layout.ts';
import { recoverSigner, SIGNATURE_BYTES } from './recover.ts';

/** Start data of a worker. */
export interface CheckerOptions {
  readonly domain: SigningDomain;
  /** Domain of orders of negative-risk markets, if different. */
  readonly negRiskDomain?: SigningDomain | null;
  /** Domains of orders of markets of version v2, if different; a signature may be for any. */
  readonly v2Domains?: readonly SigningDomain[];
  /** Accepted chain ids of the L1 domains, the main one first. */
  readonly signInChainIds: readonly number[];
  /** Sentence that the L1 message carries. */
  readonly authMessage: string;
  /** Other known domains and sign-ins, which grant nothing: checks name them by index. */
  readonly otherDomains?: readonly SigningDomain[];
  readonly otherSignIns?: readonly Pick<OtherSignIn, 'chainId' | 'message'>[];
}

/** Answers a batch of `count` checks, in order. */
export type Checker = (batch: Uint8Array, count: number) => ArrayBuffer;

export type BatchMessage = { readonly checks: ArrayBuffer; readonly count: number };

export async function createChecker(options: CheckerOptions): Promise<Checker> {
  const keccak = await createKeccak256();
  const { domain: plainDomain, negRiskDomain, v2Domains = [], signInChainIds, authMessage } = options;
  const [chainId, ...otherChainIds] = signInChainIds;
  if (chainId === undefined) throw new RangeError('sign-ins of no chain would be taken');
  const prepared = (domain: SigningDomain): OrderDigests => prepareDomain(keccak, domain, chainId, authMessage);
  const plain = prepared(plainDomain);
  const others = otherChainIds.map((other) => createDigests(keccak, plainDomain, other, authMessage));
  const { otherDomains = [], otherSignIns = [] } = options;
  // Indexed by the places that checks name: see `wire.ts`.
  const orders = [
    [plain],
    [negRiskDomain ? prepared(negRiskDomain) : plain],
    v2Domains.length === 0 ? [plain] : v2Domains.map(prepared),
    ...otherDomains.map((domain) => [prepared(domain)]),
  ];
  const signIns = [
    [plain.digests, ...others],
    ...otherSignIns.map((other) => [createDigests(keccak, plainDomain, other.chainId, other.message)]),
  ];
  return (batch, count) => {
    const answers = new ArrayBuffer(count * ANSWER_BYTES);
    const out = Buffer.from(answers);
    let at = 0;
    for (let index = 0; index < count; index += 1) {
      const length = ((batch[at + 2] ?? 0) << 8) | (batch[at + 3] ?? 0);
      const words = batch.subarray(at + HEADER_BYTES, at + HEADER_BYTES + WORDS_BYTES);
      const end = at + HEADER_BYTES + WORDS_BYTES + length;
      const signature = batch.subarray(end - length, end);
      switch (batch[at]) {
        case KIND_ORDER:
          answerOrder(keccak, termsOf(orders, batch[at + 1]), words, signature, out, index * ANSWER_BYTES);
          break;
        case KIND_AUTH:
          answerAuth(keccak, termsOf(signIns, batch[at + 1]), words, signature, out, index * ANSWER_BYTES);
          break;
        case KIND_DIGEST:
          answerDigest(keccak, words.subarray(0, WORD_BYTES), signature, out, index * ANSWER_BYTES);
          break;
        default:
          throw new Error(`check ${index} of a batch has no known kind`);
      }
      at = end;
    }
    return answers;
  };
}

/** Values precomputed for one domain. */
type OrderDigests = { readonly digests: Digests; readonly nestedTail: Uint8Array };

function prepareDomain(keccak: Keccak, domain: SigningDomain, chainId: number, authMessage: string): OrderDigests {
  const digests = createDigests(keccak, domain, chainId, authMessage);
  return { digests, nestedTail: createNestedTail(digests.domainSeparator) };
}

/** Answers under the first of the domains for which its signer made the signature, else under the first. */
function answerOrder(
  keccak: Keccak,
  domains: readonly OrderDigests[],
  words: Uint8Array,
  signature: Uint8Array,
  out: Buffer,
  at: number,
): void {
  let first: OrderAnswer | null = null;
  for (const domain of domains) {
    const answer = checkUnder(keccak, domain, words, signature);
    first ??= answer;
    if (domains.length > 1 && !isSigners(answer, words)) continue;
    first = answer;
    break;
  }
  if (first === null) throw new Error('an order is for at least one domain');
  writeAnswer(out, at, first.orderId, first.nested, first.recovered);
}

interface OrderAnswer {
  readonly orderId: Uint8Array;
  /** Digest of the nested form; null for an order of another type. */
  readonly nested: Uint8Array | null;
  readonly recovered: Uint8Array | null;
}

function checkUnder(
  keccak: Keccak,
  { digests, nestedTail }: OrderDigests,
  words: Uint8Array,
  signature: Uint8Array,
): OrderAnswer {
  const structHash = digests.orderStructHash(words);
  const orderId = digests.orderDigest(structHash);
  if (words[(SIGNATURE_TYPE_WORD + 1) * WORD_BYTES - 1] !== 3) {
    const recovered = signature.length === SIGNATURE_BYTES ? recoverSigner(keccak, signature, orderId) : null;
    return { orderId, nested: null, recovered };
  }
  const wallet = words.subarray(MAKER_WORD * WORD_BYTES, (MAKER_WORD + 1) * WORD_BYTES);
  const nested = digests.nestedDigest(structHash, wallet);
  const ofKey = readKeySignature(signature);
  const made = ofKey === null ? signature : ofKey.nested;
  const recovered = isNestedForm(made, structHash, nestedTail)
    ? recoverSigner(keccak, made.subarray(0, SIGNATURE_BYTES), nested)
    : null;
  // A key's signature names the key, which must have made it.
  const isNamed = ofKey === null || (recovered !== null && Buffer.compare(recovered, ofKey.key) === 0);
  return { orderId, nested, recovered: isNamed ? recovered : null };
}

/** True if the order's signer made the signature. The nested form names its domain, and its signer is a wallet. */
function isSigners({ nested, recovered }: OrderAnswer, words: Uint8Array): boolean {
  if (recovered === null || nested !== null) return recovered !== null;
  const end = (SIGNER_WORD + 1) * WORD_BYTES;
  return Buffer.compare(recovered, words.subarray(end - recovered.length, end)) === 0;
}

function answerDigest(keccak: Keccak, digest: Uint8Array, signature: Uint8Array, out: Buffer, at: number): void {
  const recovered = signature.length === SIGNATURE_BYTES ? recoverSigner(keccak, signature, digest) : null;
  writeAnswer(out, at, digest, null, recovered);
}

/** Recovers the signer of a sign-in: the claimed address under any of the chains, else the signer under the first. */
function answerAuth(
  keccak: Keccak,
  chains: readonly Digests[],
  words: Uint8Array,
  signature: Uint8Array,
  out: Buffer,
  at: number,
): void {
  const word = (index: number): Uint8Array => words.subarray(index * WORD_BYTES, (index + 1) * WORD_BYTES);
  const text = word(AUTH_TIMESTAMP_WORD);
  const timestamp = text.subarray(1, 1 + (text[0] ?? 0));
  const claimed = word(AUTH_ADDRESS_WORD);
  const [first, ...others] = chains.map((digests) => digests.authDigest(claimed, timestamp, word(AUTH_NONCE_WORD)));
  if (first === undefined) throw new Error('a sign-in is for at least one chain');
  const signerOf = (digest: Uint8Array): Uint8Array | null =>
    signature.length === SIGNATURE_BYTES ? recoverSigner(keccak, signature, digest) : null;
  const isClaimed = (signer: Uint8Array | null): boolean =>
    signer !== null && Buffer.compare(signer, claimed.subarray(WORD_BYTES - signer.length)) === 0;
  const signer = signerOf(first);
  const recovered = isClaimed(signer) ? signer : (others.map(signerOf).find(isClaimed) ?? signer);
  writeAnswer(out, at, first, null, recovered);
}

function termsOf<Terms>(all: readonly Terms[], place: number | undefined): Terms {
  const terms = all[place ?? 0];
  if (terms === undefined) throw new Error(`a check names terms ${place}, which there are not`);
  return terms;
}

/**
 * Bytes that a nested signature must repeat after the inner one, with room for the struct hash. The inner signature
 * commits to all of them, so a difference means that the signer meant another venue or another struct.
 */
function createNestedTail(domainSeparator: Uint8Array): Uint8Array {
  const tail = new Uint8Array(NESTED_SIGNATURE_BYTES - SIGNATURE_BYTES);
  tail.set(domainSeparator, 0);
  tail.set(ORDER_TYPE_BYTES, 2 * WORD_BYTES);
  tail[tail.length - 2] = ORDER_TYPE_BYTES.length >> 8;
  tail[tail.length - 1] = ORDER_TYPE_BYTES.length & 0xff;
  return tail;
}

function isNestedForm(signature: Uint8Array, structHash: Uint8Array, nestedTail: Uint8Array): boolean {
  if (signature.length !== NESTED_SIGNATURE_BYTES) return false;
  nestedTail.set(structHash, WORD_BYTES);
  return Buffer.compare(signature.subarray(SIGNATURE_BYTES), nestedTail) === 0;
}
