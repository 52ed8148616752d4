/**
 * Byte layout of the checks sent to a worker and of the answers that come back. The main thread writes checks and reads
 * answers here; nothing in this file hashes. It is on the hot path of every order, so it writes into reused memory.
 *
 * Check: kind (1) ‖ terms (1; see below) ‖ signature length (2, big-endian; 0 = malformed) ‖ 11 words of 32 bytes ‖
 * signature.
 *
 * Answer: flags (1) ‖ order id, or digest of a sign-in (66 ASCII) ‖ expected digest (66 ASCII) ‖ recovered address (42
 * ASCII).
 */
import { writeLowerHex, writePrefixedHex } from '@bellwether/ledger/bytes/bytes.ts';
import {
  type AuthSignatureCheck,
  isKeySignature,
  ORDER_DOMAINS,
  type OrderSignatureCheck,
  type OtherSignIn,
  type OtherTerms,
  type Signatures,
  type SignedOrderFields,
} from '@bellwether/ports/signatures.ts';
import { ORDER_WORDS, WORD_BYTES } from './eip712.ts';
import { KEY_SIGNATURE_BYTES, NESTED_SIGNATURE_BYTES } from './key-signature.ts';
import { SIGNATURE_BYTES } from './recover.ts';

export const KIND_ORDER = 1;
export const KIND_AUTH = 2;
export const KIND_DIGEST = 3;

/** Terms of an order: by kind of market, then the other known terms. */
const TERMS_PLAIN = 0;
const TERMS_OTHERS = ORDER_DOMAINS.length;
/** Terms of a sign-in: the venue's own, then the other known ones. */
const SIGN_IN_OWN = 0;
const SIGN_IN_OTHERS = 1;

export const HEADER_BYTES = 4;
export const WORDS_BYTES = ORDER_WORDS * WORD_BYTES;
const CHECK_BYTES_MAX = HEADER_BYTES + WORDS_BYTES + KEY_SIGNATURE_BYTES;

/** Words of an authentication check: address, nonce, and the timestamp as a length byte and its ASCII. */
export const AUTH_ADDRESS_WORD = 0;
export const AUTH_NONCE_WORD = 1;
export const AUTH_TIMESTAMP_WORD = 2;

const FLAG_RECOVERED = 1;
const FLAG_NESTED = 2;

const HASH_TEXT_BYTES = 66;
const ADDRESS_TEXT_BYTES = 42;
const ORDER_ID_AT = 1;
const EXPECTED_AT = ORDER_ID_AT + HASH_TEXT_BYTES;
const RECOVERED_AT = EXPECTED_AT + HASH_TEXT_BYTES;
export const ANSWER_BYTES = RECOVERED_AT + ADDRESS_TEXT_BYTES;

const ADDRESS_LENGTH = 42;
const TIMESTAMP = /^[0-9]{1,20}$/;

/** Memory in which checks are collected: the same bytes in three views. */
type Staging = { readonly memory: ArrayBuffer; readonly bytes: Buffer; readonly view: DataView };

export function createStaging(checksMax: number): Staging {
  const memory = new ArrayBuffer(checksMax * CHECK_BYTES_MAX);
  return { memory, bytes: Buffer.from(memory), view: new DataView(memory) };
}

/** Writes the check of an order at `at` and returns its end. Throws `RangeError` for a field outside its range. */
export function writeOrderCheck(
  staging: Staging,
  at: number,
  order: SignedOrderFields,
  signature: string,
  terms: number = TERMS_PLAIN,
): number {
  const { bytes, view } = staging;
  const words = at + HEADER_BYTES;
  bytes.fill(0, at, words + WORDS_BYTES);
  bytes[at + 1] = terms;
  writeInteger(view, words, order.salt);
  writeAddress(bytes, words + WORD_BYTES, order.maker);
  writeAddress(bytes, words + 2 * WORD_BYTES, order.signer);
  writeInteger(view, words + 3 * WORD_BYTES, order.tokenId);
  writeInteger(view, words + 4 * WORD_BYTES, order.makerAmount);
  writeInteger(view, words + 5 * WORD_BYTES, order.takerAmount);
  bytes[words + 7 * WORD_BYTES - 1] = order.side;
  bytes[words + 8 * WORD_BYTES - 1] = order.signatureType;
  writeInteger(view, words + 8 * WORD_BYTES, order.timestamp);
  writeHash(bytes, words + 9 * WORD_BYTES, order.metadata);
  writeHash(bytes, words + 10 * WORD_BYTES, order.builder);
  return finish(staging, at, KIND_ORDER, signature, signatureBytes(order, signature));
}

/** Bytes that the signature of an order must have. */
function signatureBytes({ signatureType }: SignedOrderFields, signature: string): number {
  if (signatureType !== 3) return SIGNATURE_BYTES;
  return isKeySignature(signature) ? KEY_SIGNATURE_BYTES : NESTED_SIGNATURE_BYTES;
}

/** Writes the check of an L1 authentication message at `at` and returns its end. Throws `RangeError`. */
export function writeAuthCheck(
  staging: Staging,
  at: number,
  address: string,
  timestamp: string,
  nonce: bigint,
  signature: string,
  terms: number = SIGN_IN_OWN,
): number {
  if (!TIMESTAMP.test(timestamp)) throw new RangeError(`not a timestamp: ${timestamp}`);
  const { bytes, view } = staging;
  const words = at + HEADER_BYTES;
  bytes.fill(0, at, words + WORDS_BYTES);
  bytes[at + 1] = terms;
  writeAddress(bytes, words + AUTH_ADDRESS_WORD * WORD_BYTES, address);
  writeInteger(view, words + AUTH_NONCE_WORD * WORD_BYTES, nonce);
  bytes[words + AUTH_TIMESTAMP_WORD * WORD_BYTES] = timestamp.length;
  bytes.write(timestamp, words + AUTH_TIMESTAMP_WORD * WORD_BYTES + 1, 'latin1');
  return finish(staging, at, KIND_AUTH, signature, SIGNATURE_BYTES);
}

/**
 * Writes the check of a signature over a 32-byte digest, the first word, at `at` and returns its end. Throws `RangeError`.
 */
function writeDigestCheck(staging: Staging, at: number, digest: string, signature: string): number {
  const { bytes } = staging;
  const words = at + HEADER_BYTES;
  bytes.fill(0, at, words + WORDS_BYTES);
  writeHash(bytes, words, digest);
  return finish(staging, at, KIND_DIGEST, signature, SIGNATURE_BYTES);
}

/**
 * Writes one answer, on the worker's side. `digest` is the order id or a sign-in's digest, `nested` is for contract wallets.
 */
export function writeAnswer(
  answers: Buffer,
  at: number,
  digest: Uint8Array,
  nested: Uint8Array | null,
  recovered: Uint8Array | null,
): void {
  answers[at] = (recovered === null ? 0 : FLAG_RECOVERED) | (nested === null ? 0 : FLAG_NESTED);
  writeHexText(answers, at + ORDER_ID_AT, digest);
  if (nested !== null) writeHexText(answers, at + EXPECTED_AT, nested);
  if (recovered !== null) writeHexText(answers, at + RECOVERED_AT, recovered);
}

export function readOrderAnswer(answers: Buffer, at: number): OrderSignatureCheck {
  // Text is cut from bytes, not from a longer string: a substring would keep the whole batch alive.
  const orderId = answers.toString('latin1', at + ORDER_ID_AT, at + EXPECTED_AT);
  const nested = ((answers[at] ?? 0) & FLAG_NESTED) !== 0;
  const expectedDigest = nested ? answers.toString('latin1', at + EXPECTED_AT, at + RECOVERED_AT) : orderId;
  return { orderId, recovered: readRecovered(answers, at), expectedDigest };
}

function readAuthAnswer(answers: Buffer, at: number): AuthSignatureCheck {
  return {
    recovered: readRecovered(answers, at),
    digest: answers.toString('latin1', at + ORDER_ID_AT, at + EXPECTED_AT),
  };
}

/** Reads the address in the answer that starts at `at`; null if no signer was recovered. */
export function readRecovered(answers: Buffer, at: number): string | null {
  if (((answers[at] ?? 0) & FLAG_RECOVERED) === 0) return null;
  return answers.toString('latin1', at + RECOVERED_AT, at + ANSWER_BYTES);
}

/** Ends a check with its signature. A signature that is not hex of `length` bytes counts as malformed. */
function finish(staging: Staging, at: number, kind: number, signature: string, length: number): number {
  const { bytes } = staging;
  const start = at + HEADER_BYTES + WORDS_BYTES;
  bytes[at] = kind;
  if (!writePrefixedHex(bytes, start, signature, length)) return start;
  bytes[at + 2] = length >> 8;
  bytes[at + 3] = length & 0xff;
  return start + length;
}

function writeInteger(view: DataView, at: number, value: bigint): void {
  // The setter takes the low 64 bits. Most values need no more, and their upper words are zero already.
  view.setBigUint64(at + 24, value);
  let rest = value >> 64n;
  if (rest === 0n) return;
  view.setBigUint64(at + 16, rest);
  rest >>= 64n;
  view.setBigUint64(at + 8, rest);
  rest >>= 64n;
  view.setBigUint64(at, rest);
  if (rest >> 64n !== 0n) throw new RangeError('integer outside 0..2^256-1');
}

function writeAddress(bytes: Buffer, word: number, address: string): void {
  const isAddress = address.length === ADDRESS_LENGTH && address.startsWith('0x');
  if (!isAddress || !writeLowerHex(bytes, word + 12, address, 2, ADDRESS_LENGTH))
    throw new RangeError('not a lower-case address');
}

function writeHash(bytes: Buffer, word: number, hash: string): void {
  if (!writePrefixedHex(bytes, word, hash, WORD_BYTES)) throw new RangeError('not a 32-byte hash');
}

function writeHexText(answers: Buffer, at: number, value: Uint8Array): void {
  answers[at] = 0x30;
  answers[at + 1] = 0x78;
  for (let index = 0; index < value.length; index += 1) {
    const byte = value[index] ?? 0;
    answers[at + 2 + 2 * index] = hexDigit(byte >> 4);
    answers[at + 3 + 2 * index] = hexDigit(byte & 15);
  }
}

/** ASCII code of a hex digit, lower-case. */
function hexDigit(value: number): number {
  return value < 10 ? 0x30 + value : 0x57 + value;
}

/** Asks for one check. `write` puts it at a place of the memory and returns its end, `read` reads its answer. */
export type Ask = <T>(
  write: (staging: Staging, at: number) => number,
  read: (answers: Buffer, at: number) => T,
) => Promise<T>;

/** Other known terms under which a refused signature may be valid. */
export interface OtherKnown {
  readonly otherOrderTerms?: readonly OtherTerms[];
  readonly otherSignIns?: readonly OtherSignIn[];
}

/** The checks of the port, each made of one or more questions to whatever checks a batch. */
export function signaturesBy(ask: Ask, { otherOrderTerms = [], otherSignIns = [] }: OtherKnown): Signatures {
  const checkOrder = (order: Parameters<Signatures['checkOrder']>[0], signature: string, terms: number) =>
    ask((staging, at) => writeOrderCheck(staging, at, order, signature, terms), readOrderAnswer);
  const checkAuth = (address: string, timestamp: string, nonce: bigint, signature: string, terms: number) =>
    ask((staging, at) => writeAuthCheck(staging, at, address, timestamp, nonce, signature, terms), readAuthAnswer);
  return {
    checkOrder: (order, signature, kind = 'standard') => checkOrder(order, signature, ORDER_DOMAINS.indexOf(kind)),
    checkAuth: (address, timestamp, nonce, signature) => checkAuth(address, timestamp, nonce, signature, SIGN_IN_OWN),
    async findOrderTerms(order, signature, signer) {
      const checks = otherOrderTerms.map((_, place) => checkOrder(order, signature, TERMS_OTHERS + place));
      const found = (await Promise.all(checks)).findIndex(({ recovered }) => recovered === signer);
      return otherOrderTerms[found] ?? null;
    },
    async findSignIn(address, timestamp, nonce, signature) {
      const checks = otherSignIns.map((_, place) =>
        checkAuth(address, timestamp, nonce, signature, SIGN_IN_OTHERS + place),
      );
      const found = (await Promise.all(checks)).findIndex(({ recovered }) => recovered === address);
      return otherSignIns[found] ?? null;
    },
    recoverDigest: (digest, signature) =>
      ask(
        (staging, at) => writeDigestCheck(staging, at, digest, signature),
        (answers, at) => readOrderAnswer(answers, at).recovered,
      ),
  };
}
