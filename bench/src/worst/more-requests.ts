/**
 * The most expensive requests of the keyset lists, of the unified SDK's additional routes, of the relayer and of
 * builder keys. The relayer's transactions belong to the public clients' profile, and few are accepted per minute: here
 * the largest one is refused.
 */
import { randomUUID } from 'node:crypto';
import type { BUILDER_KEY_ROUTES, KEYSET_ROUTES, RELAYER_ROUTES, UNIFIED_ROUTES } from '@bellwether/contract';
import { ANYONE, anyAnswer, type Candidate, get, type Sender, send } from './candidate.ts';
import { conditionOf } from './world.ts';

type Candidates<Routes> = Record<keyof Routes, readonly Candidate[]>;

export function unifiedCandidates(markets: number): Candidates<typeof KEYSET_ROUTES & typeof UNIFIED_ROUTES> {
  const named = Array.from({ length: Math.min(500, markets) }, (_, index) => conditionOf(index)).join(',');
  const place = JSON.stringify(['markets', ['id'], 1, [], Math.max(0, markets - 500)]);
  return {
    marketsKeyset: [
      get('500 by volume', '/markets/keyset?limit=500&order=volume24hr&tag_slug=topic-0&closed=false'),
      get('500 far', `/markets/keyset?limit=500&after_cursor=${Buffer.from(place).toString('base64url')}`),
    ],
    eventsKeyset: [get('500 by volume', '/events/keyset?limit=500&order=volume24hr&tag_slug=topic-0&closed=false')],
    openInterest: [get('500 markets', `/oi?market=${named}`)],
    marketPositions: [get('500 of a market, by profit', `/v1/market-positions?market=${conditionOf(0)}&limit=500`)],
    sports: [get('constant', '/sports')],
    sportsMarketTypes: [get('constant', '/sports/market-types')],
    teams: [get('constant', '/teams?limit=100')],
    clarifications: [get('constant', '/market-clarifications?limit=100')],
  };
}

const UNKNOWN = `0x${'ab'.repeat(20)}`;
const signer = (path: string): readonly Candidate[] => [get('unknown', `${path}?address=${UNKNOWN}&type=SAFE`)];

export function relayerCandidates(holder: Sender): Candidates<typeof RELAYER_ROUTES & typeof BUILDER_KEY_ROUTES> {
  const body = {
    type: 'SAFE',
    from: UNKNOWN,
    to: UNKNOWN,
    data: `0x${'ab'.repeat(16_384)}`,
    nonce: '0',
    signature: `0x${'ab'.repeat(65)}`,
    signatureParams: { operation: '1' },
  };
  return {
    builderKeys: [get('of an account', '/auth/builder-api-key', holder)],
    // A hundred keys are created; further ones are refused.
    createBuilderKey: [anyAnswer('one more', '/auth/builder-api-key', holder)],
    deleteBuilderKey: [anyAnswer('all of the account', '/auth/builder-api-key', holder)],
    relayNonce: signer('/nonce'),
    relayPayload: signer('/relay-payload'),
    relayParams: signer('/v1/account/transactions/params'),
    relayDeployed: [get('unknown', `/deployed?address=${UNKNOWN}`)],
    relaySubmit: [send('16 KiB of calldata', '/submit', () => body, ANYONE, 400)],
    relayed: [get('unknown', () => `/transaction?id=${randomUUID()}`)],
    relayedOutcome: [get('unknown', () => `/v1/account/transactions/${randomUUID()}`, ANYONE, 404)],
    relayedOfBuilder: [get('without a key', '/transactions', ANYONE, 401)],
  };
}
