/** The checks of the port, each made of one or more questions to whatever checks a batch. */
import type { OtherSignIn, OtherTerms, Signatures } from '../../ports/signatures.ts';
import {
  readAuthAnswer,
  readOrderAnswer,
  SIGN_IN_OTHERS,
  SIGN_IN_OWN,
  type Staging,
  TERMS_NEG_RISK,
  TERMS_OTHERS,
  TERMS_PLAIN,
  writeAuthCheck,
  writeDigestCheck,
  writeOrderCheck,
} from './wire.ts';

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

export function signaturesBy(ask: Ask, { otherOrderTerms = [], otherSignIns = [] }: OtherKnown): Signatures {
  const checkOrder = (order: Parameters<Signatures['checkOrder']>[0], signature: string, terms: number) =>
    ask((staging, at) => writeOrderCheck(staging, at, order, signature, terms), readOrderAnswer);
  const checkAuth = (address: string, timestamp: string, nonce: bigint, signature: string, terms: number) =>
    ask((staging, at) => writeAuthCheck(staging, at, address, timestamp, nonce, signature, terms), readAuthAnswer);
  return {
    checkOrder: (order, signature, isNegRisk = false) =>
      checkOrder(order, signature, isNegRisk ? TERMS_NEG_RISK : TERMS_PLAIN),
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
