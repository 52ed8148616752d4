/** Signing domains and authentication headers of a profile: what decides which signatures are valid. */
import type { ProfileKind } from '@bellwether/contract/profiles';

/**
 * How far a venue of the profile `polymarket` accepts signatures for chain 137, where the public clients' contracts
 * hold real money: not at all, for sign-ins in addition to the test chain, or for sign-ins and orders instead of the
 * test chain.
 */
export const CHAIN_137_USES = ['off', 'sign-in', 'on'] as const;
export type Chain137Use = (typeof CHAIN_137_USES)[number];

/** Header prefixes accepted if `BELLWETHER_AUTH_PREFIXES` is not set; errors name the first. */
export const PROFILE_PREFIXES: Readonly<Record<ProfileKind, readonly string[]>> = {
  bellwether: ['SERVICE_'],
  polymarket: ['POLY_', 'SERVICE_'],
};

/** EIP-712 domain of exchange orders. */
export interface ProfileDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  /** Lower-case address. */
  readonly verifyingContract: string;
}

interface ProfileDomains {
  readonly domain: ProfileDomain;
  /** Domain of orders in negative-risk markets; null if it is the same. */
  readonly negRiskDomain: ProfileDomain | null;
  /** Domains of orders in markets of version v2, the one to sign for first; none if it is the same. */
  readonly v2Domains: readonly ProfileDomain[];
}

const BELLWETHER = { name: 'Bellwether Exchange', version: '1', chainId: 31_337 } as const;
/** A test chain, so that signatures made for this venue are worthless elsewhere. */
const POLYMARKET = { name: 'Polymarket CTF Exchange', version: '2', chainId: 80_002 } as const;
/** Default chain of the public clients; some support no other. */
const MAIN_CHAIN = 137;
/** Version 2 exchange contracts, as the public clients know them. */
const POLYMARKET_CONTRACT = '0xe111180000d2663c0091e4f400237545b87b996b';
const POLYMARKET_NEG_RISK_CONTRACT = '0xe2222d279d744050d28e00520010520000310f59';

/** Version 3 exchange contract, one for both kinds of markets of version v2, and another one that clients know on the test chain. */
const V3_CONTRACT = '0xe3333700ca9d93003f00f0f71f8515005f6c00aa';
const V3_TEST_CONTRACT = '0x9fe6e61422adb6f610d8597f9684b16912d50c3d';

/** Sign-in message of the public clients, the only one their protocol has room for. */
export const STANDARD_AUTH_MESSAGE = 'This message attests that I control the given wallet';

/**
 * Message that a wallet signs, together with its address, a time and a nonce, to get an API key. In the default profile
 * it names the install, so that the signature is useless at another venue; wallets show it to their owner.
 */
export function authMessage(profile: ProfileKind, ownContract: string): string {
  return profile === 'polymarket' ? STANDARD_AUTH_MESSAGE : `${STANDARD_AUTH_MESSAGE} at venue ${ownContract}`;
}

/**
 * Domains of a profile. `ownContract` is the install's own address, which ties signatures to it in the default profile.
 * `chain137` only matters in the profile `polymarket`.
 */
export function orderDomains(profile: ProfileKind, ownContract: string, chain137: Chain137Use = 'off'): ProfileDomains {
  switch (profile) {
    case 'bellwether':
      return { domain: { ...BELLWETHER, verifyingContract: ownContract }, negRiskDomain: null, v2Domains: [] };
    case 'polymarket': {
      const terms = chain137 === 'on' ? { ...POLYMARKET, chainId: MAIN_CHAIN } : POLYMARKET;
      return {
        domain: { ...terms, verifyingContract: POLYMARKET_CONTRACT },
        negRiskDomain: { ...terms, verifyingContract: POLYMARKET_NEG_RISK_CONTRACT },
        v2Domains: (chain137 === 'on' ? [V3_CONTRACT] : [V3_CONTRACT, V3_TEST_CONTRACT]).map((verifyingContract) => ({
          ...terms,
          version: '3',
          verifyingContract,
        })),
      };
    }
  }
}

/** Chains whose sign-ins are accepted, first the chain of orders, which is the one to sign for. */
function signInChainIds({ domain }: ProfileDomains, chain137: Chain137Use): readonly number[] {
  return chain137 === 'sign-in' ? [domain.chainId, MAIN_CHAIN] : [domain.chainId];
}

const ELSEWHERE: Readonly<Record<Exclude<Chain137Use, 'off'>, string>> = {
  'sign-in': 'Sign-ins for chain 137, which this venue takes, open API keys of the same wallet at the real exchange',
  on: 'Orders and sign-ins for chain 137, which this venue takes, are valid at the real exchange and can spend real money there',
};

/** Warning for everyone who signs for this venue; null if its signatures are worthless elsewhere. */
export function chainWarning(chain137: Chain137Use): string | null {
  return chain137 === 'off'
    ? null
    : `${ELSEWHERE[chain137]}: use throw-away keys only, never the key of a wallet that owns anything.`;
}

export interface SigningTerms extends ProfileDomains {
  readonly signInChainIds: readonly number[];
  readonly chainWarning: string | null;
  readonly authMessage: string;
}

/** Everything that decides which signatures a venue accepts. */
export function signingTerms(
  { profile, chain137 }: { readonly profile: ProfileKind; readonly chain137: Chain137Use },
  ownContract: string,
): SigningTerms {
  const domains = orderDomains(profile, ownContract, chain137);
  return {
    ...domains,
    signInChainIds: signInChainIds(domains, chain137),
    chainWarning: chainWarning(chain137),
    authMessage: authMessage(profile, ownContract),
  };
}
