import { expect, test } from 'vitest';
import vectors from '../auth/fixtures/signing-vectors.json' with { type: 'json' };
import { chainWarning, orderDomains, PROFILES, signingTerms } from './profile.ts';

const OWN = `0x${'0b'.repeat(20)}`;

test('profile: the default one is signed for the install alone, whatever the market', () =>
  expect(orderDomains('bellwether', OWN)).toEqual({
    domain: { name: 'Bellwether Exchange', version: '1', chainId: 31_337, verifyingContract: OWN },
    negRiskDomain: null,
  }));

test('profile: polymarket has the contracts of the public clients on the test chain', () => {
  const { domain, negRiskDomain } = orderDomains('polymarket', OWN);
  const terms = { name: 'Polymarket CTF Exchange', version: '2', chainId: 80_002 };
  expect([domain, negRiskDomain]).toMatchObject([terms, terms]);
  // The signed vectors of version 2 of the exchange name the same contracts.
  const ofVersionTwo = vectors.orders.filter(({ domain: { version } }) => version === terms.version);
  const contracts = ofVersionTwo.map(({ domain: { verifyingContract } }) => verifyingContract.toLowerCase());
  expect(new Set(contracts)).toEqual(new Set([domain.verifyingContract, negRiskDomain?.verifyingContract]));
});

test('profile: no two profiles share a domain', () => {
  const texts = PROFILES.flatMap((profile) => {
    const { domain, negRiskDomain } = orderDomains(profile, OWN);
    return [domain, negRiskDomain].filter((one) => one !== null).map((one) => JSON.stringify(one));
  });
  expect(new Set(texts).size).toBe(3);
});

test('profile: chain 137 is never there unless it is asked for, and for orders only when they are', () => {
  const uses = (['off', 'sign-in', 'on'] as const).map((use) => {
    const { domain, negRiskDomain, signInChainIds } = signingTerms({ profile: 'polymarket', chain137: use }, OWN);
    return { use, orders: [domain.chainId, negRiskDomain?.chainId], signIns: signInChainIds };
  });
  expect(uses).toEqual([
    { use: 'off', orders: [80_002, 80_002], signIns: [80_002] },
    { use: 'sign-in', orders: [80_002, 80_002], signIns: [80_002, 137] },
    { use: 'on', orders: [137, 137], signIns: [137] },
  ]);
  expect(signingTerms({ profile: 'bellwether', chain137: 'off' }, OWN).signInChainIds).toEqual([31_337]);
});

test('profile: an operator who lets clients sign for chain 137 is warned of what such a signature can do', () => {
  expect(chainWarning('off')).toBeNull();
  expect(chainWarning('sign-in')).toMatch(/^Sign-ins for chain 137.* throw-away keys only/);
  expect(chainWarning('on')).toMatch(/^Orders and sign-ins for chain 137.* real money .* throw-away keys only/);
});
