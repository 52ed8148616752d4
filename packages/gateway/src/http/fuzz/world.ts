/**
 * The fuzzed venue: a whole stack with markets, orders, fills, positions and comments, so that requests find data.
 * Includes the upkeep that restores this data while requests resolve markets, revoke keys and change modes.
 */
import { readFileSync } from 'node:fs';
import type { OrderPlacement, ProfileKind, RelaySubmission } from '@bellwether/contract';
import { type Address, ZERO_MICROS } from '@bellwether/engine';
import { transactionUuid } from '@bellwether/read-model/orders/relayer-tables.ts';
import { walletHeaders } from '@bellwether/sdk';
import { type BuilderKey, pairsCall, Relayer } from '../testing/relaying.ts';
import { type Stack, startStack } from '../testing/stack.ts';
import { addEvent, admin, signInTerms, type TestMarket, Trader } from '../testing/trader.ts';
import { addKeys, type Sessions, signSessions } from './keys.ts';
import { Pool } from './pool.ts';

interface SignedOrder {
  readonly trader: number;
  readonly body: OrderPlacement;
}

export interface World {
  readonly stack: Stack;
  readonly pool: Pool;
  readonly traders: Trader[];
  readonly quoter: Trader;
  readonly markets: TestMarket[];
  /** Signed orders, not necessarily sent; the newest last. */
  readonly orders: SignedOrder[];
  /** Headers that prove ownership of a wallet. */
  readonly proofs: Readonly<Record<string, string>>[];
  /** Signed batches of the relayer; the newest last. */
  readonly submissions: RelaySubmission[];
  /** The next batches that add and revoke a session signer of the first trader. */
  readonly sessions: Sessions;
  /** A builder key of the first trader, replaced when a request revokes it. */
  builderKey: BuilderKey;
  /** A recorded catalog file. */
  readonly recorded: unknown;
}

const EVENTS = 6;
const TRADERS = ['1', '2', '3', '4'];
/** Trader who quotes both sides of the first markets, whatever the others do to their own orders. */
const QUOTER = '5';
const QUOTED_MARKETS = 6;
/** Requests that decide a market or an event, and the one that has to come before; each has a target of its own. */
const DECIDING: Readonly<Record<string, 'propose' | 'resolve' | null>> = {
  resolve: null,
  propose: null,
  confirm: 'propose',
  dispute: 'propose',
  'withdraw-proposal': 'propose',
  reverse: 'resolve',
};
const DOOMED_SCOPES = [
  ...Object.keys(DECIDING).map((act) => `POST /admin/markets/:condition_id/${act}`),
  ...['resolve', 'propose', 'confirm', 'withdraw-proposal', 'reverse'].map((act) => `POST /admin/events/:id/${act}`),
  'POST /markets/:condition_id/dispute',
  ...['approve', 'reject'].map((act) => `POST /admin/suggestions/:id/${act}`),
  ...['PATCH /admin/hooks/:id', 'DELETE /admin/hooks/:id', 'GET /admin/hooks/:id/deliveries'],
  ...['POST /admin/hooks/:id/test', 'POST /admin/hooks/:id/retry', 'POST /admin/hooks/:id/secret'],
];
const BUILDER = `0x${'b1'.repeat(32)}`;
/** Nonces for which wallet proofs are prepared. */
const NONCES = [0, 1, 2, 3];
/** Comments that exist for requests to find. */
const COMMENTS = 24;
/** Number of traders who moderate, from the first one on. */
const MODERATORS = 3;

const COMMENT_SCOPES = [
  'GET /comments/:id',
  'DELETE /comments/:id',
  'POST /comments/:id/reactions',
  'DELETE /comments/:id/reactions',
  'POST /comments/:id/reports',
  'DELETE /comments/:id/reports',
  'DELETE /admin/comments/:id',
  'DELETE /admin/comments/:id/reports',
];
const EVENT_SCOPES = [
  ...['GET /events/:id', 'GET /events/:id/tags', 'GET /events/:id/scores', 'GET /live-volume'],
  ...['PATCH /admin/events/:id', 'POST /admin/events/:id/clarifications'],
];
/** Address at which nobody listens. */
const NOWHERE = 'http://127.0.0.1:9/';
/** Keys of signers that only relay. */
const RELAYERS = ['a1', 'a2'];

/** Starts the venue and fills it with data. */
export async function createWorld(profile: ProfileKind): Promise<World> {
  const stack = await startStack({ profile });
  const traders: Trader[] = [];
  for (const digit of TRADERS) traders.push(await Trader.open(stack, digit));
  const quoter = await Trader.open(stack, QUOTER);
  const recorded: unknown = JSON.parse(
    readFileSync(new URL('../../../../venue/src/ops/fixtures/gamma_market.json', import.meta.url), 'utf8'),
  );
  const builderKey = await createBuilderKey({ traders });
  const sessions = { authorization: {}, revocation: {}, batch: {} };
  const lists = { markets: [], orders: [], proofs: [], submissions: [], sessions };
  const world: World = { stack, pool: new Pool(), traders, quoter, ...lists, builderKey, recorded };
  await admin(stack, 'POST', '/admin/tags', { label: 'Weather', slug: 'weather' });
  await admin(stack, 'POST', '/admin/series', { title: 'Daily', slug: 'daily' });
  for (let index = 0; index < EVENTS; index++) await addMarkets(world, index);
  await addDoomed(world);
  await fillBooks(world);
  await relayOne(world);
  await refresh(world);
  rememberNames(world);
  return world;
}

async function addMarkets(world: World, index: number): Promise<void> {
  const terms = { orderPriceMinTickSize: 0.01, orderMinSize: 5, ...(index % 2 === 0 && { takerBaseFee: 200 }) };
  const isNegRisk = index % 3 === 0;
  const questions = [`Rain ${index}?`, `Snow ${index}?`, `Sun ${index}?`];
  // Each kind of market in both versions.
  const version = index % 4 < 2 ? 'v1' : 'v2';
  const event = { version, negRisk: isNegRisk, tags: ['weather'], series: ['daily'], creator: 'harbour' };
  const markets = await addEvent(world.stack, questions, { ...terms, negRisk: isNegRisk }, event);
  world.markets.push(...markets);
  remember(world.pool, markets);
}

function remember(pool: Pool, markets: readonly TestMarket[]): void {
  for (const { conditionId, yes, no, eventId } of markets) {
    for (const name of ['market', 'conditionId', 'condition_id', 'conditionIds', 'condition'])
      pool.add(name, conditionId, conditionId.slice(0, -2));
    for (const name of ['token_id', 'tokenId', 'asset_id', 'market', 'markets', 'asset']) pool.add(name, yes, no);
    for (const scope of EVENT_SCOPES) pool.add(`${scope} id`, eventId);
    for (const name of ['event_id', 'parentEntityID', 'parent_entity_id', 'eventId', 'entity_id'])
      pool.add(name, eventId);
  }
}

/** Adds a target for each of these scopes: a suggestion, a market in an event of its own, or an event with one winner. */
async function addDoomed({ stack, pool, quoter }: World, scopes: readonly string[] = DOOMED_SCOPES): Promise<void> {
  for (const scope of scopes) {
    if (scope.includes('/suggestions/')) {
      const { body } = await quoter.send('POST', '/suggestions', { title: 'Will it hail?' });
      pool.set(`${scope} id`, (body as { readonly id: string }).id);
      continue;
    }
    if (scope.includes('/hooks/')) {
      const { body } = await admin(stack, 'POST', '/admin/hooks', { url: NOWHERE, kinds: ['clarification'] });
      pool.set(`${scope} id`, (body as { readonly id?: string }).id ?? '');
      continue;
    }
    const number = stack.exchange.state.markets.length;
    const isEvent = scope.includes(':id');
    const oneWinner = { negRisk: isEvent };
    const questions = [`Doomed ${number}?`, ...(isEvent ? [`Lost ${number}?`] : [])];
    const [{ conditionId, eventId } = { conditionId: '', eventId: '' }] = await addEvent(
      ...([stack, questions, oneWinner, oneWinner] as const),
    );
    const before = DECIDING[scope.slice(scope.lastIndexOf('/') + 1)] ?? null;
    if (before !== null) await admin(stack, 'POST', `/admin/markets/${conditionId}/${before}`, { winner: 'Yes' });
    pool.set(`${scope} ${isEvent ? 'id' : 'condition_id'}`, isEvent ? eventId : conditionId);
  }
}

/** Creates positions on both sides, fills, and resting orders. */
async function fillBooks({ traders, markets, pool }: World): Promise<void> {
  for (const [index, market] of markets.entries()) {
    const [maker, taker] = [traders[index % 4], traders[(index + 1) % 4]];
    if (maker === undefined || taker === undefined) continue;
    await maker.send('POST', '/positions/split', { conditionId: market.conditionId, amount: '40' });
    await maker.placed({ tokenId: market.yes, side: 'SELL', price: '0.6', size: '20' });
    await taker.placed({ tokenId: market.yes, side: 'BUY', price: '0.6', size: '10', builder: BUILDER });
    const { orderID } = await taker.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '15' });
    pool.add('orderID', orderID);
    for (const path of ['/data/order/:id', '/explain/order/:id']) pool.add(`GET ${path} id`, orderID);
  }
}

function rememberNames({ stack, traders, pool }: World): void {
  const { state } = stack.exchange;
  for (const trader of traders) {
    for (const name of ['user', 'wallet', 'address', 'user_address', 'maker', 'signer', 'owner', 'maker_address']) {
      pool.add(name, trader.address, trader.signer.address);
    }
    pool.add('creator', trader.address);
  }
  pool.add('creator', 'harbour');
  pool.add('builder', BUILDER);
  pool.add('POST /admin/hooks url', NOWHERE);
  for (const name of ['tag', 'tag_slug']) pool.add(name, 'weather');
  pool.add('GET /tags/slug/:slug slug', 'weather');
  pool.add('series_slug', 'daily');
  for (const id of state.tagSlugs.keys()) {
    pool.add('tag_id', String(id));
    pool.add('GET /tags/:id id', String(id));
  }
  for (const id of state.seriesSlugs.keys()) {
    pool.add('series_id', String(id));
    pool.add('GET /series/:id id', String(id));
  }
  for (const { slug } of state.catalogEvents.values()) {
    for (const name of ['event_slug', 'eventSlug', 'slug']) pool.add(name, slug);
    pool.add('GET /events/slug/:slug slug', slug);
  }
  for (const { slug, catalogId, conditionId } of state.markets) {
    for (const scope of ['GET /markets', 'GET /markets/slug/:slug']) pool.add(`${scope} slug`, slug);
    pool.add('GET /markets/:id/tags id', String(catalogId), conditionId);
  }
  for (const name of ['q', 'title', 'search']) pool.add(name, 'Rain', 'sn', 'Event of');
  pool.add('next_cursor', 'MA==', 'MTA=', 'LTE=', '');
  pool.add('amount', '1', '0.5', '3.25', '1000000');
  pool.add('winner', 'Yes', 'No');
  pool.add('file', 'recorded.json');
  pool.add('name', 'Heron', 'Plover', '');
  pool.add('bio', 'A bird', '');
  pool.add('profileImage', 'https://example.org/a.png', '');
  pool.add('heartbeat_id', '');
  pool.add('GET /docs/:asset asset', 'docs.css', 'docs.js', 'signing.js');
  const seconds = Math.floor(stack.time.nowMs / 1000);
  for (const name of ['before', 'after', 'startTs', 'endTs', 'start', 'end', 'start_ts', 'end_ts']) {
    pool.add(name, String(seconds), String(seconds - 600), String(seconds - 86_400));
  }
}

/** Restores both sides of a few markets, and shares of every negative-risk market for every trader. */
async function restock({ stack, quoter, traders, markets }: World): Promise<void> {
  for (const wallet of [quoter, ...traders].map(({ address }) => address))
    await admin(stack, 'POST', '/admin/deposits', { wallet, amount: '100' });
  for (const { conditionId } of markets.slice(0, 3)) {
    for (const trader of traders) await trader.send('POST', '/positions/split', { conditionId, amount: '5' });
  }
  const account = stack.exchange.state.accountsByAddress.get(quoter.address as never);
  const open = account === undefined ? 0 : (stack.exchange.state.accounts[account]?.openOrders.size ?? 0);
  if (open >= QUOTED_MARKETS) return;
  await quoter.send('DELETE', '/cancel-all');
  for (const { yes, no } of markets.slice(0, QUOTED_MARKETS)) {
    await quoter.place({ tokenId: yes, side: 'BUY', price: '0.2', size: '10' });
    await quoter.place({ tokenId: no, side: 'BUY', price: '0.1', size: '10' });
  }
}

/** Signs orders and wallet proofs for the next requests, and lets time pass. */
export async function refresh(world: World): Promise<void> {
  const { stack, traders, markets, orders, proofs, pool } = world;
  // Longer than the minute over which comments are counted, so that no account has used up its quota.
  stack.time.nowMs += 61_000;
  await restock(world);
  await talk(world);
  const { revoked } = stack.exchange.state.apiKeys.get(world.builderKey.key as never) ?? { revoked: true };
  if (revoked) world.builderKey = await createBuilderKey(world);
  for (const [index, trader] of traders.entries()) {
    for (let count = 0; count < 4; count++) {
      const market = markets[(orders.length * 7 + count) % markets.length];
      if (market === undefined) continue;
      const isBuy = (orders.length + count) % 3 > 0;
      const price = `0.${30 + ((orders.length * 13) % 50)}`;
      const tokenId = orders.length % 2 === 0 ? market.yes : market.no;
      const { body } = await trader.sign({ tokenId, side: isBuy ? 'BUY' : 'SELL', price, size: '6' });
      // The address stays valid when the key is revoked.
      orders.push({ trader: index, body: count === 0 ? body : { ...body, owner: trader.address } });
    }
  }
  orders.splice(0, Math.max(orders.length - 64, 0));
  proofs.length = 0;
  const terms = signInTerms(stack);
  for (const trader of traders) {
    const seconds = Math.floor(stack.time.nowMs / 1000);
    for (const nonce of NONCES) proofs.push(await walletHeaders(trader.signer, terms, seconds, nonce));
  }
  for (const key of stack.exchange.state.openOrders.values()) pool.add('orderID', key.orderId);
  await signSubmissions(world);
  await addKeys(world);
  await signSessions(world);
}

/** Restores state that an accepted request took away, and remembers new values. */
export async function mend(world: World, route: string, answer: string): Promise<void> {
  const { stack, pool, traders } = world;
  if (DOOMED_SCOPES.includes(route)) return addDoomed(world, [route]);
  switch (route) {
    case 'POST /admin/mode':
      if (stack.exchange.state.mode !== 'open') await stack.exchange.submit({ kind: 'SetMode', mode: 'open' });
      return;
    case 'DELETE /auth/api-key':
      for (const [index, trader] of traders.entries()) {
        if (stack.exchange.state.apiKeys.get(trader.credentials.apiKey as never)?.revoked === true) {
          traders[index] = await Trader.open(stack, TRADERS[index] ?? '1', stack.exchange.state.apiKeys.size + 100);
        }
      }
      return;
    case 'DELETE /comments/:id':
    case 'DELETE /admin/comments/:id':
    case 'DELETE /comments/user_address/:user_address':
    case 'DELETE /admin/comments/user_address/:user_address':
    case 'DELETE /admin/moderators/:wallet':
      await talk(world);
      return;
    case 'POST /admin/accounts/:address/suspend':
      for (const account of [...stack.exchange.state.rights.suspended])
        await stack.exchange.submit({ kind: 'ResumeAccount', account });
      return;
    case 'POST /admin/tokens':
      pool.add('DELETE /admin/tokens/:name name', (JSON.parse(answer) as { readonly name: string }).name);
      return;
    case 'POST /comments':
      pool.add('comment', (JSON.parse(answer) as { readonly id: string }).id);
      return;
    case 'POST /v1/heartbeats':
    case 'POST /heartbeats':
      pool.add('heartbeat_id', (JSON.parse(answer) as { readonly heartbeat_id: string }).heartbeat_id);
      return;
    case 'DELETE /account/keys':
      await addKeys(world);
      return;
    default:
  }
}

/** Replaces removed comments, reports the existing ones, and drops removed ids from the pool. */
async function talk(world: World): Promise<void> {
  const { stack, traders, quoter, markets, pool } = world;
  for (const { address } of traders.slice(0, MODERATORS)) await admin(stack, 'PUT', `/admin/moderators/${address}`);
  const live = () => [...stack.exchange.state.community.comments.values()].filter(({ removed }) => !removed);
  for (let index = live().length; index < COMMENTS; index++) {
    const parentEntityID = Number(markets[index % markets.length]?.eventId);
    const comment = { body: `Comment ${index}`, parentEntityType: 'Event', parentEntityID };
    await traders[index % traders.length]?.send('POST', '/comments', comment);
  }
  const ids = live()
    .slice(-COMMENTS)
    .map(({ id }) => String(id));
  for (const id of ids) await quoter.send('POST', `/comments/${id}/reports`);
  for (const name of ['comment', 'parentCommentID', ...COMMENT_SCOPES.map((scope) => `${scope} id`)])
    pool.set(name, ...ids);
}

/** Journals a relayed transaction directly, bypassing the gateway: the venue's own profile relays none. */
async function relayOne({ stack, traders, pool }: World): Promise<void> {
  const { exchange, dependencies } = stack;
  const owner = traders[0]?.address.toLowerCase() as Address;
  const account = exchange.state.accountsByAddress.get(owner);
  if (account === undefined) throw new Error('the first trader has no account');
  const wallet = dependencies.relay.walletsOf(owner).SAFE as Address;
  const id = `0x${'5e'.repeat(32)}`;
  const record = { id, to: wallet, data: '0x', metadata: '', builder: null };
  const deployment = { type: 'SAFE-CREATE', nonce: 0, steps: [], startingBalance: ZERO_MICROS } as const;
  await exchange.submit({ kind: 'RelayTransaction', account, wallet, record, ...deployment });
  pool.set('GET /v1/account/transactions/:id id', transactionUuid(id));
}

/** Signs the next batch of every relayer, and the previous one again, because repeats are answered, too. */
async function signSubmissions({ stack, markets, submissions }: World): Promise<void> {
  for (const key of RELAYERS) {
    const relayer = new Relayer(stack, key);
    const account = stack.exchange.state.accountsByAddress.get(relayer.address);
    const nonce = stack.exchange.state.accounts[account ?? -1]?.relayNonces.SAFE;
    const isDeployed = stack.exchange.state.walletsByAddress.has(relayer.safe);
    const split = pairsCall('split', markets[0]?.conditionId ?? '', 1_000_000n);
    submissions.push(isDeployed ? await relayer.batch(split, nonce ?? 0) : await relayer.deployment());
  }
  submissions.splice(0, Math.max(submissions.length - 8, 0));
}

/** Creates a builder key of the first trader, which lists its transactions. */
async function createBuilderKey({ traders }: Pick<World, 'traders'>): Promise<BuilderKey> {
  const answer = await traders[0]?.send('POST', '/auth/builder-api-key');
  if (answer?.status !== 200) throw new Error(`no builder key: ${answer?.text}`);
  return answer.body as BuilderKey;
}
