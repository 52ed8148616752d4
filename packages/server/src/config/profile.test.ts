import { expect, test } from 'vitest';
import vectors from '../auth/fixtures/signing-vectors.json' with { type: 'json' };
import { orderDomains, PROFILES } from './profile.ts';

const OWN = `0x${'0b'.repeat(20)}`;

test('profile: the default one is signed for the install alone, whatever the market', () => {
  expect(orderDomains('bellwether', OWN)).toEqual({
    domain: { name: 'Bellwether Exchange', version: '1', chainId: 31_337, verifyingContract: OWN },
    negRiskDomain: null,
  });
});

test('profile: polymarket has the contracts of the public clients on the test chain', () => {
  const { domain, negRiskDomain } = orderDomains('polymarket', OWN);
  const terms = { name: 'Polymarket CTF Exchange', version: '2', chainId: 80_002 };
  expect([domain, negRiskDomain]).toMatchObject([terms, terms]);
  // The signed vectors of the version 2 exchange name the same contracts.
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
