/**
 * Profiles: whose signing domains and authentication headers a venue has. The profile decides what a signature is worth
 * and nothing else: routes, accounts, keys and the ledger are the same under each.
 */

export const PROFILES = ['bellwether', 'polymarket'] as const;
export type Profile = (typeof PROFILES)[number];

/** Header prefixes accepted while `BELLWETHER_AUTH_PREFIXES` says nothing; errors name the first. */
export const PROFILE_PREFIXES: Readonly<Record<Profile, readonly string[]>> = {
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

export interface ProfileDomains {
  readonly domain: ProfileDomain;
  /** Domain of orders of negative-risk markets; null when it is the same. */
  readonly negRiskDomain: ProfileDomain | null;
}

const BELLWETHER = { name: 'Bellwether Exchange', version: '1', chainId: 31_337 } as const;
/** A test chain, so that no signature made for this venue is worth anything elsewhere. */
const POLYMARKET = { name: 'Polymarket CTF Exchange', version: '2', chainId: 80_002 } as const;
/** Version 2 exchange contracts, as the public clients know them. */
const POLYMARKET_CONTRACT = '0xe111180000d2663c0091e4f400237545b87b996b';
const POLYMARKET_NEG_RISK_CONTRACT = '0xe2222d279d744050d28e00520010520000310f59';

/** What the public clients' sign-in says, which is all of it that their wire has room for. */
export const STANDARD_AUTH_MESSAGE = 'This message attests that I control the given wallet';

/**
 * What a wallet signs, besides its address, a time and a nonce, to get an API key. The default profile names the install
 * in it, so that the signature opens nothing at another venue; wallets show it to their owner.
 */
export function authMessage(profile: Profile, ownContract: string): string {
  return profile === 'polymarket' ? STANDARD_AUTH_MESSAGE : `${STANDARD_AUTH_MESSAGE} at venue ${ownContract}`;
}

/** The domains of a profile. `ownContract` is the install's own, which ties signatures to it in the default profile. */
export function orderDomains(profile: Profile, ownContract: string): ProfileDomains {
  switch (profile) {
    case 'bellwether':
      return { domain: { ...BELLWETHER, verifyingContract: ownContract }, negRiskDomain: null };
    case 'polymarket':
      return {
        domain: { ...POLYMARKET, verifyingContract: POLYMARKET_CONTRACT },
        negRiskDomain: { ...POLYMARKET, verifyingContract: POLYMARKET_NEG_RISK_CONTRACT },
      };
  }
}
