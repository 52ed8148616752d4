/** The next nonce of each scheme of an account: batches are accepted in this order, each once. */
import { RELAY_SCHEMES, type RelayScheme, type RelayType } from './commands.ts';

/** Number of nonces used so far, by scheme. Owned by `State`; only `apply` changes them. */
export type RelayNonces = Record<RelayScheme, number>;

export function createRelayNonces(): RelayNonces {
  return { SAFE: 0, PROXY: 0, WALLET: 0 };
}

/** The scheme of a batch; null for a deployment, which has no nonce. */
export function schemeOf(type: RelayType): RelayScheme | null {
  return RELAY_SCHEMES.find((scheme) => scheme === type) ?? null;
}
