/**
 * Rights: the relayer and builder keys. The default profile relays nothing; `relayer.int.test.ts` covers the rights to
 * relay, in the profile that does.
 */
import type { RouteName } from '@bellwether/contract';
import { type BuilderKey, builderHeaders } from './relaying.ts';
import { type Actor, KEYED, open, own, type Row, type World } from './rights.ts';

/** Creates a builder key of Alice's. */
async function builderKeyOf({ alice }: World): Promise<BuilderKey> {
  return (await alice.send('POST', '/auth/builder-api-key')).body as BuilderKey;
}

const isRevoked =
  ({ stack }: World, { key }: BuilderKey) =>
  () =>
    stack.exchange.state.apiKeys.get(key)?.revoked;

export const RELAYER_ROWS = {
  builderKeys: own('/auth/builder-api-key'),
  createBuilderKey: {
    expected: KEYED,
    ask: ({ stack, alice }) => ({
      fact: () =>
        stack.exchange.state.accounts[stack.exchange.state.accountsByAddress.get(alice.address as never) ?? -1]?.apiKeys
          .size,
    }),
    changes: ['alice'],
  },
  deleteBuilderKey: {
    expected: KEYED,
    ask: async (world) => ({ fact: isRevoked(world, await builderKeyOf(world)) }),
    changes: ['alice'],
  },
  relayNonce: open(({ alice }) => `/nonce?address=${alice.address}&type=SAFE`),
  relayPayload: open(({ alice }) => `/relay-payload?address=${alice.address}&type=PROXY`),
  relayParams: open(({ alice }) => `/v1/account/transactions/params?address=${alice.address}&type=SAFE`),
  relayDeployed: open(({ alice }) => `/deployed?address=${alice.address}`),
  relaySubmit: { expected: [400, 400, 400, 400, 400], ask: () => ({ body: {} }) },
  relayed: open(() => '/transaction?id=00000000-0000-4000-8000-000000000000'),
  relayedOutcome: {
    expected: [404, 404, 404, 404, 404],
    ask: () => ({ path: '/v1/account/transactions/00000000-0000-4000-8000-000000000000' }),
  },
  relayedOfBuilder: {
    // An API key is not a builder key.
    expected: [401, 200, 401, 401, 401],
    ask: async (world, actor: Actor) =>
      actor === 'alice'
        ? { headers: builderHeaders(world.stack, await builderKeyOf(world), 'GET', '/transactions', '') }
        : {},
  },
} satisfies Partial<Record<RouteName, Row>>;
