/**
 * Signature checks, done in this thread instead of a venue's worker threads. Parts that do not depend on a run are
 * created once.
 */
import { createInlineSignatures } from '@bellwether/gateway/adapters/signature-pool/inline.ts';
import { createCredentialSource } from '@bellwether/gateway/auth/api-keys.ts';
import { signingTerms } from '@bellwether/venue/config/profile.ts';
import { createAddressParser } from '@bellwether/wire/forms/address.ts';
import { createRelayLanguage } from '@bellwether/wire/relay/relay-language.ts';

const VERIFYING_CONTRACT = '0x00000000000000000000000000000000000b0b0b';

/** Parts shared by all venues of all runs. */
export type Prepared = Awaited<ReturnType<typeof prepareOnce>>;

let prepared: Promise<Prepared> | null = null;

/** Waits for code that is compiled asynchronously; to be awaited before simulated time begins. */
export function prepare(): Promise<Prepared> {
  prepared ??= prepareOnce();
  return prepared;
}

async function prepareOnce() {
  const terms = signingTerms({ profile: 'bellwether', chain137: 'off' }, VERIFYING_CONTRACT);
  const signatures = await createInlineSignatures({
    domain: terms.domain,
    negRiskDomain: terms.negRiskDomain,
    v2Domains: terms.v2Domains,
    signInChainIds: terms.signInChainIds,
    authMessage: terms.authMessage,
  });
  const credentials = createCredentialSource(new Uint8Array(32).fill(7), 'bellwether');
  const relay = await createRelayLanguage(terms.domain.chainId);
  return { credentials, terms, signatures, relay, parseAddress: await createAddressParser() };
}
