/** Checks of signatures as the threads of a venue do them, in this one: what does not depend on a run is made once. */
import { type Checker, createChecker } from '@bellwether/server/adapters/signature-pool/check.ts';
import {
  createStaging,
  readAuthAnswer,
  readOrderAnswer,
  SIGN_IN_OWN,
  TERMS_NEG_RISK,
  TERMS_PLAIN,
  writeAuthCheck,
  writeDigestCheck,
  writeOrderCheck,
} from '@bellwether/server/adapters/signature-pool/wire.ts';
import { type CredentialSource, createCredentialSource } from '@bellwether/server/auth/credentials.ts';
import { type SigningTerms, signingTerms } from '@bellwether/server/config/profile.ts';
import type { Signatures } from '@bellwether/server/ports/signatures.ts';
import { createAddressParser, type ParseAddress } from '@bellwether/server/wire/forms/address.ts';

export const VERIFYING_CONTRACT = '0x00000000000000000000000000000000000b0b0b';

/** What all venues of all runs share, as it depends on nothing. */
export interface Prepared {
  readonly credentials: CredentialSource;
  readonly terms: SigningTerms;
  readonly signatures: Signatures;
  readonly parseAddress: ParseAddress;
}

let prepared: Promise<Prepared> | null = null;

/** Waits for code that is compiled beside; to be awaited before simulated time begins. */
export function prepare(): Promise<Prepared> {
  prepared ??= prepareOnce();
  return prepared;
}

async function prepareOnce(): Promise<Prepared> {
  const terms = signingTerms({ profile: 'bellwether', chain137: 'off' }, VERIFYING_CONTRACT);
  const checker = await createChecker({
    domain: terms.domain,
    negRiskDomain: terms.negRiskDomain,
    signInChainIds: terms.signInChainIds,
    authMessage: terms.authMessage,
  });
  const credentials = createCredentialSource(new Uint8Array(32).fill(7));
  return { credentials, terms, signatures: signaturesBy(checker), parseAddress: await createAddressParser() };
}

function signaturesBy(check: Checker): Signatures {
  const staging = createStaging(1);
  const answered = (bytes: number): Buffer => Buffer.from(check(new Uint8Array(staging.memory, 0, bytes), 1));
  return {
    async checkOrder(order, signature, isNegRisk = false) {
      const terms = isNegRisk ? TERMS_NEG_RISK : TERMS_PLAIN;
      return readOrderAnswer(answered(writeOrderCheck(staging, 0, order, signature, terms)), 0);
    },
    async checkAuth(address, timestamp, nonce, signature) {
      return readAuthAnswer(answered(writeAuthCheck(staging, 0, address, timestamp, nonce, signature, SIGN_IN_OWN)), 0);
    },
    findOrderTerms: () => Promise.resolve(null),
    findSignIn: () => Promise.resolve(null),
    async recoverDigest(digest, signature) {
      return readOrderAnswer(answered(writeDigestCheck(staging, 0, digest, signature)), 0).recovered;
    },
  };
}
