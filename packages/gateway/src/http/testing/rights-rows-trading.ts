/**
 * Rights: keys, orders, positions, an account's own reads, and the relayer. The default profile relays nothing;
 * `relayer.int.test.ts` covers the rights to relay, in the profile that does.
 */
import type { RouteName } from '@bellwether/contract';
import { type AccountId, type Address, address, type WalletId } from '@bellwether/engine';
import { walletHeaders } from '@bellwether/sdk';
import { type BuilderKey, builderHeaders } from './relaying.ts';
import {
  type Actor,
  account,
  funds,
  isOpen,
  type Row,
  restingOrder,
  rowsOf,
  type Statuses,
  type World,
} from './rights.ts';
import { SIGN_IN } from './stack.ts';
import { Trader } from './trader.ts';

const refused: Row = { expected: [401, 400, 400, 400, 401] };

const cancel = (body: (world: World, id: string) => unknown, changes: readonly Actor[] = ['alice']): Row => ({
  ask: async (world) => {
    const id = await restingOrder(world);
    return { body: body(world, id), fact: isOpen(world, id) };
  },
  changes,
});

const placement = (wrap: (body: unknown) => unknown, expected?: Statuses): Row => ({
  ...(expected && { expected }),
  ask: async (world) => {
    const size = String(5 + world.next());
    const signed = await world.alice.sign({ tokenId: world.market.yes, side: 'BUY', price: '0.2', size });
    return { body: wrap(signed.body), fact: isOpen(world, signed.orderId) };
  },
  changes: ['alice'],
});

/**
 * A beat with the id that only Alice received, under her key. Under another key the id is invalid, and hers stays
 * valid.
 */
const beat = (path: string): Row => ({
  expected: [401, 200, 400, 400, 401],
  ask: async (world) => {
    const hers = await Trader.open(world.stack, '1', 200 + world.next());
    const fact = () => world.stack.exchange.state.heartbeats.get(hers.credentials.apiKey)?.heartbeatId;
    const { heartbeat_id } = (await hers.send('POST', path, {})).body as { readonly heartbeat_id: string };
    return { body: { heartbeat_id }, as: hers, fact };
  },
  changes: ['alice'],
});

const position = (body: (world: World) => object): Row => ({
  expected: [401, 200, 400, 400, 401],
  ask: async (world) => {
    await world.alice.send('POST', '/positions/split', { conditionId: world.market.conditionId, amount: '2' });
    await world.alice.send('POST', '/positions/split', { conditionId: world.negRisk[0]?.conditionId, amount: '2' });
    return { body: { ...body(world), wallet: world.alice.address }, fact: funds(world) };
  },
  changes: ['alice'],
});

const signIn = (method: 'POST' | 'GET'): Row => ({
  // Everyone but Alice signs with their own key and claims to be her.
  expected: [401, 200, 401, 401, 401],
  ask: async (world, actor) => {
    if (actor === 'no one' || actor === 'operator') return {};
    const second = world.stack.nextSecond(`sign in ${method} ${actor}`);
    const headers = await walletHeaders(world[actor].signer, SIGN_IN, second - 30, method === 'GET' ? 0 : 1);
    return { headers: { ...headers, SERVICE_ADDRESS: world.alice.address } };
  },
});

export const TRADING_ROWS = {
  createApiKey: signIn('POST'),
  deriveApiKey: signIn('GET'),
  ...rowsOf({ shows: ({ alice }) => alice.credentials.apiKey }, 'listApiKeys', 'ownOrders', 'notifications'),
  ...rowsOf({ shows: ({ alice }) => alice.address }, 'ownTrades', 'account'),
  ...rowsOf(refused, 'createReadonlyKey', 'deleteReadonlyKey'),
  deleteApiKey: {
    // Each request revokes the key that signs it, so every actor uses a second key and keeps the first.
    ask: async (world, actor) => {
      const nonce = 100 + world.next();
      const hers = await Trader.open(world.stack, '1', nonce);
      const digits = { alice: '1', bob: '2', moderator: '3' } as const;
      const as =
        actor === 'alice'
          ? hers
          : actor === 'bob' || actor === 'moderator'
            ? await Trader.open(world.stack, digits[actor], nonce)
            : undefined;
      const fact = () => world.stack.exchange.state.apiKeys.get(hers.credentials.apiKey)?.revoked;
      return { ...(as && { as }), fact };
    },
    changes: ['alice'],
  },
  placeOrder: placement((body) => body, [401, 200, 400, 400, 401]),
  placeOrders: placement((body) => [body]),
  cancelOrder: cancel((_world, orderID) => ({ orderID })),
  cancelOrders: cancel((_world, id) => [id]),
  cancelAll: cancel(() => undefined),
  cancelMarketOrders: cancel(({ market }) => ({ market: market.conditionId })),
  getOrder: {
    ask: async (world) => ({ path: `/data/order/${await restingOrder(world)}` }),
    shows: ({ alice }) => alice.credentials.apiKey,
  },
  explainOrder: {
    // Alice's own order; to the others it is like an unknown one.
    expected: [401, 200, 404, 404, 401],
    ask: async (world) => ({ path: `/explain/order/${await restingOrder(world)}` }),
  },
  // Profiles with rate tiers alone have it.
  rateLimitTier: { expected: [404, 404, 404, 404, 404] },
  beat: beat('/v1/heartbeats'),
  beatUnversioned: beat('/heartbeats'),
  splitPosition: position(({ market }) => ({ conditionId: market.conditionId, amount: '1' })),
  mergePositions: position(({ market }) => ({ conditionId: market.conditionId, amount: '1' })),
  convertPositions: position(({ negRisk }) => ({ conditionIds: [negRisk[0]?.conditionId], amount: '1' })),
  dropNotifications: {
    ask: async (world) => {
      // The maker fills another order of Alice's.
      await world.alice.placed({ tokenId: world.market.yes, side: 'BUY', price: '0.6', size: '5' });
      return { body: {}, fact: async () => (await world.alice.send('GET', '/notifications')).text };
    },
    changes: ['alice'],
  },
} satisfies Partial<Record<RouteName, Row>>;

const builderKeyOf = async ({ alice }: World): Promise<BuilderKey> =>
  (await alice.send('POST', '/auth/builder-api-key')).body as BuilderKey;

const isRevoked =
  ({ stack }: World, { key }: BuilderKey) =>
  () =>
    stack.exchange.state.apiKeys.get(key)?.revoked;

/** An address that no one has used. */
const newKey = ({ next }: World): Address => address(`0x${'cc'.repeat(18)}${next().toString(16).padStart(4, '0')}`);

/** A key of Alice's deposit wallet. */
async function keyOf(world: World): Promise<Address> {
  const key = newKey(world);
  const { exchange } = world.stack;
  const owner = account(world);
  const wallet = exchange.state.walletsByAddress.get(owner?.depositWallet as Address) as WalletId;
  const terms = { label: '', scopes: ['CLOB'], expiration: 4_000_000_000 };
  await exchange.submit({ kind: 'AddKey', account: owner?.id as AccountId, wallet, key, ...terms });
  return key;
}

const keysKnown =
  ({ stack }: World) =>
  () =>
    stack.exchange.state.keys.size;

export const KEY_ROWS = {
  accountKeys: {
    shows: () => '"scopes"',
    ask: async (world) => {
      await keyOf(world);
      return {};
    },
  },
  sessionSigners: { shows: (world) => account(world)?.depositWallet ?? '-' },
  addKey: {
    // Everyone but Alice signs with their own key and claims to be her.
    expected: [401, 200, 401, 401, 401],
    ask: async (world, actor) => {
      const body = { address: newKey(world), scopes: ['CLOB'], expiration: 4_000_000_000 };
      if (actor === 'no one' || actor === 'operator') return { body };
      const second = world.stack.nextSecond(`add key ${actor}`);
      const headers = await walletHeaders(world[actor].signer, SIGN_IN, second - 30, 2);
      return { body, headers: { ...headers, SERVICE_ADDRESS: world.alice.address }, fact: keysKnown(world) };
    },
    changes: ['alice'],
  },
  revokeKey: {
    expected: [401, 200, 400, 400, 401],
    ask: async (world) => ({ body: { address: await keyOf(world) }, fact: keysKnown(world) }),
    changes: ['alice'],
  },
  authorizeSessionSigner: {
    // Alice gets as far as her builder key lets her.
    expected: [401, 400, 401, 401, 401],
    ask: async (world, actor) => {
      const path = '/v1/session-signers/authorizations';
      const headers = async () => builderHeaders(world.stack, await builderKeyOf(world), 'POST', path, '{}');
      return { body: {}, ...(actor === 'alice' && { headers: await headers() }) };
    },
  },
  revokeSessionSigner: { expected: [400, 400, 400, 400, 400], ask: () => ({ body: {} }) },
} satisfies Partial<Record<RouteName, Row>>;

export const RELAYER_ROWS = {
  createBuilderKey: {
    ask: (world) => ({
      fact: () => account(world)?.apiKeys.size,
    }),
    changes: ['alice'],
  },
  deleteBuilderKey: {
    ask: async (world) => ({ fact: isRevoked(world, await builderKeyOf(world)) }),
    changes: ['alice'],
  },
  relaySubmit: { expected: [400, 400, 400, 400, 400], ask: () => ({ body: {} }) },
  relayedOutcome: { expected: [404, 404, 404, 404, 404] },
  relayedOfBuilder: {
    // An API key is not a builder key.
    expected: [401, 200, 401, 401, 401],
    ask: async (world, actor: Actor) =>
      actor === 'alice'
        ? { headers: builderHeaders(world.stack, await builderKeyOf(world), 'GET', '/transactions', '') }
        : {},
  },
} satisfies Partial<Record<RouteName, Row>>;
