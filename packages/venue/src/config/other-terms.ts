/**
 * Terms of other venues that a signature may have been made for: of the other profile, of the other kind of market, and
 * of the public clients' own chain. They grant nothing; a refusal names the one that was meant.
 */
import { PROFILES } from '@bellwether/contract/profiles';
import { authMessage, orderDomains, type ProfileDomain, type SigningTerms } from './profile.ts';

interface OtherTerms {
  readonly domain: ProfileDomain;
  /** Description of the domain's owner, for error texts. */
  readonly meaning: string;
}

type OtherSignIn = { readonly chainId: number; readonly message: string; readonly meaning: string };

/** Every known domain of orders, including this venue's own: a signature may be meant for another kind of market. */
export function otherOrderTerms(own: SigningTerms, ownContract: string): OtherTerms[] {
  const terms: OtherTerms[] = [];
  const add = (domain: ProfileDomain | null, meaning: string): void => {
    if (domain !== null && !terms.some((known) => isSame(known.domain, domain))) terms.push({ domain, meaning });
  };
  add(own.domain, own.negRiskDomain === null ? 'markets of this venue' : 'standard markets of this venue');
  add(own.negRiskDomain, 'negative-risk markets of this venue');
  for (const domain of own.v2Domains) add(domain, 'markets of version v2 of this venue');
  for (const { of, chain, whose } of VENUES) {
    const { domain, negRiskDomain, v2Domains } = orderDomains(of, ownContract, chain);
    add(domain, negRiskDomain === null ? whose : `standard markets of ${whose}`);
    add(negRiskDomain, `negative-risk markets of ${whose}`);
    for (const v2Domain of v2Domains) add(v2Domain, `markets of version v2 of ${whose}`);
  }
  return terms;
}

/** Every known sign-in except this venue's own. */
export function otherSignIns(own: SigningTerms, ownContract: string): OtherSignIn[] {
  const signIns: OtherSignIn[] = [];
  const messages = PROFILES.map((profile) => authMessage(profile, ownContract));
  for (const { of, chain, whose } of VENUES) {
    const { chainId } = orderDomains(of, ownContract, chain).domain;
    for (const message of messages) {
      const isOwn = own.signInChainIds.includes(chainId) && own.authMessage === message;
      if (isOwn) continue;
      const isOfVenue = message === authMessage(of, ownContract);
      const meaning = isOfVenue ? whose : `chain ${chainId}, with the message “${message}”`;
      signIns.push({ chainId, message, meaning });
    }
  }
  return signIns;
}

const VENUES = [
  { of: 'bellwether', chain: 'off', whose: 'this venue in the profile bellwether' },
  { of: 'polymarket', chain: 'off', whose: 'a venue of the profile polymarket, on the test chain 80002' },
  { of: 'polymarket', chain: 'on', whose: 'chain 137, where the public clients’ contracts are' },
] as const;

function isSame(one: ProfileDomain, other: ProfileDomain): boolean {
  return (
    one.name === other.name &&
    one.version === other.version &&
    one.chainId === other.chainId &&
    one.verifyingContract === other.verifyingContract
  );
}
