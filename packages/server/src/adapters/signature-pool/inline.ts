/** Signature checks in the caller's own thread, for a venue with a single thread. */
import type { OtherSignIn, OtherTerms, Signatures } from '../../ports/signatures.ts';
import { type Checker, createChecker } from './check.ts';
import type { SignaturePool, SignaturePoolOptions } from './pool.ts';
import {
  createStaging,
  readAuthAnswer,
  readOrderAnswer,
  SIGN_IN_OTHERS,
  SIGN_IN_OWN,
  TERMS_NEG_RISK,
  TERMS_OTHERS,
  TERMS_PLAIN,
  writeAuthCheck,
  writeDigestCheck,
  writeOrderCheck,
} from './wire.ts';

/** Answers like the pool, but computes each check before the call returns. */
export async function createInlineSignatures(
  options: Omit<SignaturePoolOptions, 'timers' | 'size' | 'onFatal' | 'workerUrl'>,
): Promise<SignaturePool> {
  const { otherOrderTerms = [], otherSignIns = [] } = options;
  const checker = await createChecker({
    ...options,
    otherDomains: otherOrderTerms.map(({ domain }) => domain),
    otherSignIns,
  });
  return {
    ...signaturesBy(checker, otherOrderTerms, otherSignIns),
    pendingChecks: () => 0,
    close: () => Promise.resolve(),
  };
}

function signaturesBy(
  check: Checker,
  otherOrderTerms: readonly OtherTerms[],
  otherSignIns: readonly OtherSignIn[],
): Signatures {
  const staging = createStaging(1);
  const answered = (bytes: number): Buffer => Buffer.from(check(new Uint8Array(staging.memory, 0, bytes), 1));
  const checkOrder = (order: Parameters<Signatures['checkOrder']>[0], signature: string, terms: number) =>
    readOrderAnswer(answered(writeOrderCheck(staging, 0, order, signature, terms)), 0);
  const checkAuth = (address: string, timestamp: string, nonce: bigint, signature: string, terms: number) =>
    readAuthAnswer(answered(writeAuthCheck(staging, 0, address, timestamp, nonce, signature, terms)), 0);
  return {
    async checkOrder(order, signature, isNegRisk = false) {
      return checkOrder(order, signature, isNegRisk ? TERMS_NEG_RISK : TERMS_PLAIN);
    },
    async checkAuth(address, timestamp, nonce, signature) {
      return checkAuth(address, timestamp, nonce, signature, SIGN_IN_OWN);
    },
    async findOrderTerms(order, signature, signer) {
      const isTheirs = (_: OtherTerms, place: number): boolean =>
        checkOrder(order, signature, TERMS_OTHERS + place).recovered === signer;
      return otherOrderTerms.find(isTheirs) ?? null;
    },
    async findSignIn(address, timestamp, nonce, signature) {
      const isTheirs = (_: OtherSignIn, place: number): boolean =>
        checkAuth(address, timestamp, nonce, signature, SIGN_IN_OTHERS + place).recovered === address;
      return otherSignIns.find(isTheirs) ?? null;
    },
    async recoverDigest(digest, signature) {
      return readOrderAnswer(answered(writeDigestCheck(staging, 0, digest, signature)), 0).recovered;
    },
  };
}
