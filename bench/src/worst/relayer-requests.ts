/**
 * The dearest requests of the relayer and of builder keys. Its transactions belong to the public clients' profile, and few
 * of them are taken a minute: here the largest one is refused.
 */
import { randomUUID } from 'node:crypto';
import type { BUILDER_KEY_ROUTES, RELAYER_ROUTES } from '@bellwether/contract';
import { ANYONE, type Candidate, get, type Sender } from './candidate.ts';

const UNKNOWN = `0x${'ab'.repeat(20)}`;
const signer = (path: string): Candidate => get('unknown', `${path}?address=${UNKNOWN}&type=SAFE`);

export function relayerCandidates(
  holder: Sender,
): Record<keyof typeof RELAYER_ROUTES | keyof typeof BUILDER_KEY_ROUTES, readonly Candidate[]> {
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
    // A hundred are made, further ones are refused.
    createBuilderKey: [
      { what: 'one more', next: () => ({ path: '/auth/builder-api-key', sender: holder }), status: null },
    ],
    deleteBuilderKey: [
      { what: 'all of the account', next: () => ({ path: '/auth/builder-api-key', sender: holder }), status: null },
    ],
    relayNonce: [signer('/nonce')],
    relayPayload: [signer('/relay-payload')],
    relayParams: [signer('/v1/account/transactions/params')],
    relayDeployed: [get('unknown', `/deployed?address=${UNKNOWN}`)],
    relaySubmit: [{ what: '16 KiB of calldata', next: () => ({ path: '/submit', body, sender: ANYONE }), status: 400 }],
    relayed: [
      { what: 'unknown', next: () => ({ path: `/transaction?id=${randomUUID()}`, sender: ANYONE }), status: 200 },
    ],
    relayedOutcome: [
      {
        what: 'unknown',
        next: () => ({ path: `/v1/account/transactions/${randomUUID()}`, sender: ANYONE }),
        status: 404,
      },
    ],
    relayedOfBuilder: [get('without a key', '/transactions', ANYONE, 401)],
  };
}
