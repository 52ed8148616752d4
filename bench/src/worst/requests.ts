/**
 * For each route of the contract the legal requests that may cost most, aimed at the heaviest accounts, markets and
 * threads of the world. A missing route is a compile error.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type {
  BUILDER_KEY_ROUTES,
  DATA_V2_MARKET_ROUTES,
  KEYSET_ROUTES,
  RELAYER_ROUTES,
  UNIFIED_ROUTES,
} from '@bellwether/contract';
import type { Trader } from '../shared/trading-floor.ts';
import {
  ANYONE,
  anyAnswer,
  type Candidate,
  type CappedRoute,
  get,
  key,
  nobody,
  type Sender,
  send,
} from './candidate.ts';
import {
  ACTORS,
  COLLECTOR,
  conditionOf,
  FIRST_EVENT_ID,
  HOLDER,
  MAKER,
  MARKETS_PER_EVENT,
  marketsOf,
  NEG_RISK_EVENT,
  TAKER,
  tokenOf,
  WAITING_ORDER,
  type WorldSize,
} from './world.ts';

const OF_EVENT = `parent_entity_type=Event&parent_entity_id=${FIRST_EVENT_ID}`;
const FAR = 'order=volume24hr&tag_slug=topic-0&closed=false';
const hash = (): string => `0x${randomBytes(32).toString('hex')}`;
const list = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, at) => item(at));

export function candidates(size: WorldSize, signers: readonly Trader[]): Record<CappedRoute, readonly Candidate[]> {
  const markets = marketsOf(size);
  const address = (actor: number): string => signers[actor]?.wallet.address ?? '';
  const conditions = (length: number): string => list(Math.min(length, markets), conditionOf).join(',');
  const tokens = list(500, (index) => ({ token_id: tokenOf(index % markets, index < markets ? 0 : 1) }));
  const token = tokenOf(0, 0);
  const busy = `token_id=${token}`;
  const userOf = (actor: number) => `user=${address(actor)}`;
  let salt = Date.now();
  const resting = () => {
    const terms = { tokenId: tokenOf(markets - 1 - (salt % 20), 0), side: 'BUY', timestamp: Date.now() } as const;
    const makerAmount = 50_000 * (1 + (salt % 3));
    const order = signers[TAKER]?.wallet.order({ ...terms, salt: salt++, makerAmount, takerAmount: 5_000_000 });
    return { order, owner: address(TAKER), orderType: 'GTC' };
  };
  const cursor = (offset: number): string => encodeURIComponent(Buffer.from(String(offset)).toString('base64'));
  const lastPage = cursor(Math.max(0, markets - 1_000));
  const comment = () => ({
    body: `${randomUUID()} ${'word '.repeat(390)}`,
    parentEntityType: 'Event',
    parentEntityID: FIRST_EVENT_ID,
  });
  const suggestion = () => ({ title: `Will ${randomUUID()} come?`, description: 'word '.repeat(390) });
  const negRisk = list(MARKETS_PER_EVENT - 1, (at) => conditionOf(NEG_RISK_EVENT * MARKETS_PER_EVENT + at));
  const change = { conditionId: conditionOf(0), amount: '1' };
  const nothing = (path: string, what = 'constant') => [get(what, path, key(HOLDER))];
  const refused = (path: string) => [send('refused', path, nobody, key(HOLDER), 400)];
  let profile = 0;

  return {
    health: [get('constant', '/')],
    time: [get('constant', '/time')],
    venue: [get('constant', '/venue')],
    peopleSession: [get('nobody', '/auth/people/session')],
    // A sign-in is valid once: the same one in the same second is refused.
    createApiKey: [anyAnswer('known wallet', '/auth/api-key', { kind: 'wallet', actor: HOLDER })],
    deriveApiKey: [anyAnswer('known wallet', '/auth/derive-api-key', { kind: 'wallet', actor: HOLDER })],
    listApiKeys: nothing('/auth/api-keys', 'holder of everything'),
    deleteApiKey: [anyAnswer('again', '/auth/api-key', key(ACTORS))],
    accountKeys: nothing('/account/keys', 'none'),
    addKey: [anyAnswer('no body', '/account/keys', { kind: 'wallet', actor: HOLDER })],
    revokeKey: [send('unknown', '/account/keys', () => ({ address: address(TAKER) }), key(HOLDER), 400)],
    sessionSigners: nothing('/v1/user/session-signers', 'none'),
    authorizeSessionSigner: [send('refused', '/v1/session-signers/authorizations', () => ({}), ANYONE, 401)],
    revokeSessionSigner: [send('refused', '/v1/session-signers/revocations', () => ({}), ANYONE, 400)],
    placeOrder: [send('rests', '/order', resting, key(TAKER))],
    placeOrders: [send('15 that rest', '/orders', () => list(15, resting), key(TAKER))],
    cancelOrder: [send('unknown id', '/order', () => ({ orderID: hash() }), key(HOLDER))],
    cancelOrders: [send('1,000 unknown ids', '/orders', () => list(1_000, hash), key(HOLDER))],
    cancelAll: [send('nothing is open', '/cancel-all', nobody, key(COLLECTOR))],
    cancelMarketOrders: [
      send('none', '/cancel-market-orders', () => ({ market: conditionOf(markets - 50) }), key(HOLDER)),
    ],
    getOrder: [get('unknown', `/data/order/${hash()}`, ANYONE, 404)],
    explainOrder: [
      get('behind one older than thousands that came and went', `/explain/order/${WAITING_ORDER}`, key(HOLDER)),
    ],
    rateLimitTier: [get('not there', '/v1/user/rate-limit-tier', key(HOLDER), 404)],
    beat: [send('wrong id', '/v1/heartbeats', () => ({ heartbeat_id: randomUUID() }), key(HOLDER), 400)],
    beatUnversioned: [send('wrong id', '/heartbeats', () => ({ heartbeat_id: randomUUID() }), key(HOLDER), 400)],
    book: [get('20 levels', `/book?${busy}`)],
    books: [send('500 tokens', '/books', () => tokens)],
    price: [get('busy', `/price?${busy}&side=BUY`)],
    prices: [send('500 tokens', '/prices', () => tokens)],
    midpoint: [get('busy', `/midpoint?${busy}`)],
    midpoints: [send('500 tokens', '/midpoints', () => tokens)],
    spread: [get('busy', `/spread?${busy}`)],
    spreads: [send('500 tokens', '/spreads', () => tokens)],
    lastTradePrice: [get('busy', `/last-trade-price?${busy}`)],
    lastTradePrices: [send('500 tokens', '/last-trades-prices', () => tokens)],
    tickSize: [get('busy', `/tick-size?${busy}`)],
    tickSizeOf: [get('busy', `/tick-size/${token}`)],
    negRisk: [get('busy', `/neg-risk?${busy}`)],
    negRiskOf: [get('busy', `/neg-risk/${token}`)],
    feeRate: [get('busy', `/fee-rate?${busy}`)],
    feeRateOf: [get('busy', `/fee-rate/${token}`)],
    history: [get('whole life', `/prices-history?market=${token}&interval=max&fidelity=1`)],
    batchHistory: [
      send('20 tokens, whole life', '/batch-prices-history', () => ({
        markets: list(20, (at) => tokenOf(at, 0)),
        interval: 'max',
        fidelity: 5,
      })),
    ],
    trades: [
      get('10,000 rows', '/trades?limit=10000'),
      get('10,000 rows at 10,000, makers too', '/trades?limit=10000&offset=10000&takerOnly=false'),
      anyAnswer('many wallets', `/trades?limit=10000&takerOnly=false&${userOf(COLLECTOR)}&market=${conditions(200)}`),
      get('amounts that hardly any has', '/trades?limit=10000&filterType=CASH&filterAmount=2.49&takerOnly=false'),
      get(
        '20 events',
        `/trades?limit=10000&takerOnly=false&eventId=${list(20, (index) => FIRST_EVENT_ID + index).join()}`,
      ),
    ],
    holders: [
      get('50 markets, 500 holders each', `/holders?limit=500&market=${conditions(50)}`),
      get('a market', `/holders?limit=500&market=${conditions(1)}`),
    ],
    liveVolume: [get('500 markets', `/live-volume?market=${conditions(500)}`)],
    builderTrades: [
      get('first page', '/builder/trades'),
      get('far page of a maker', `/builder/trades?maker_address=${address(MAKER)}&next_cursor=${cursor(size.fills)}`),
    ],
    positions: [
      get('500 markets', `/positions?${userOf(HOLDER)}&limit=500&market=${conditions(500)}`),
      get('many wallets', `/positions?${userOf(COLLECTOR)}&limit=500&sizeThreshold=0&sortBy=CASHPNL`),
    ],
    closedPositions: [
      get('many wallets, 500 markets', `/closed-positions?${userOf(COLLECTOR)}&market=${conditions(500)}`),
    ],
    value: [get('many wallets, 500 markets', `/value?${userOf(COLLECTOR)}&market=${conditions(500)}`)],
    traded: [get('of all', `/traded?${userOf(HOLDER)}`)],
    activity: [
      get('500 markets far', `/activity?${userOf(TAKER)}&limit=500&offset=10000&market=${conditions(500)}`),
      get('many wallets by amount', `/activity?${userOf(COLLECTOR)}&limit=500&offset=10000&sortBy=TOKENS`),
    ],
    dataV2Positions: [
      get('many wallets', `/v2/positions?${userOf(COLLECTOR)}&limit=1000&filter_amount=0&sort_by=TOTAL_PNL`),
      get('of a market', `/v2/positions?condition=${conditionOf(0)}&limit=1000&filter_amount=0&sort_by=TOTAL_PNL`),
    ],
    dataV2Trades: [
      get('1,000 rows, makers too', '/v2/trades?limit=1000&taker_only=false'),
      get('amounts that hardly any has', '/v2/trades?limit=1000&filter_type=CASH&filter_amount=2.49&taker_only=false'),
    ],
    dataV2Activity: [get('many wallets', `/v2/activity?${userOf(COLLECTOR)}&limit=1000`)],
    dataV2Value: [get('many wallets', `/v2/value?${userOf(COLLECTOR)}`)],
    dataV2UserStats: [get('many wallets', `/v2/user-stats?${userOf(COLLECTOR)}`)],
    dataV2UserVolume: [get('many wallets', `/v2/user-volume?${userOf(COLLECTOR)}`)],
    dataV2UserPnl: [get('whole life', `/v2/user-pnl?${userOf(COLLECTOR)}&interval=max`)],
    dataV2Approvals: [get('constant', `/v2/approvals?${userOf(HOLDER)}`)],
    leaderboard: [
      get('far page', '/leaderboard?timePeriod=ALL&orderBy=VOL&limit=50&offset=1000'),
      get('far page by value', '/leaderboard?by=total&limit=50&offset=1000'),
    ],
    leaderboardV1: [get('a user with many wallets', `/v1/leaderboard?timePeriod=ALL&limit=50&${userOf(COLLECTOR)}`)],
    calibration: [
      get('the venue', '/calibration'),
      get('a tag', '/calibration?tag=topic-0'),
      get('many wallets', `/calibration?${userOf(COLLECTOR)}`),
    ],
    eventScores: [get('negative risk', `/events/${FIRST_EVENT_ID + NEG_RISK_EVENT}/scores`)],
    markets: [
      get('500 by volume, far', `/markets?limit=500&offset=${Math.max(0, markets - 500)}&${FAR}`),
      get('very far', '/markets?limit=500&offset=1000000000&order=endDate'),
      get('1,000 by cursor', `/markets?next_cursor=${lastPage}&limit=1000`),
      get('500 with tags, far', `/markets?limit=500&include_tag=true&offset=${Math.max(0, markets - 500)}&${FAR}`),
      get('without a tag that all have', `/markets?limit=500&exclude_tag_id=${FIRST_EVENT_ID}&order=closedTime`),
      get('with a result, which none has', '/markets?limit=500&uma_resolution_status=resolved&order=volume24hr'),
    ],
    market: [get('by id', `/markets/${conditionOf(0)}`)],
    marketBySlug: [get('a market', '/markets/slug/question-0-answer-0')],
    marketTags: [get('of a market', `/markets/${conditionOf(0)}/tags`)],
    eventTags: [get('of an event', `/events/${FIRST_EVENT_ID}/tags`)],
    eventBySlug: [get('an event', '/events/slug/question-0')],
    eventById: [get('an event', `/events/${FIRST_EVENT_ID}`)],
    tags: [get('100 of a site', '/tags?limit=100&creator=site-1')],
    events: [
      get('500 by volume, far', `/events?limit=500&offset=${Math.max(0, size.events - 500)}&${FAR}`),
      get('without a tag that all have', `/events?limit=500&exclude_tag_id=${FIRST_EVENT_ID}&title_search=question`),
    ],
    ...unifiedCandidates(markets),
    ...relayerCandidates(key(HOLDER)),
    series: [get('500', '/series?limit=500')],
    seriesById: [get('unknown', '/series/999', ANYONE, 404)],
    tagById: [get('a tag', `/tags/${FIRST_EVENT_ID}`)],
    tagBySlug: [get('a tag', '/tags/slug/topic-0')],
    publicSearch: [
      get('in every event, sorted', '/public-search?q=question%20h&limit_per_type=100&sort=liquidity&ascending=true'),
      get(
        'without a tag that all have',
        `/public-search?q=question%20h&limit_per_type=100&exclude_tag_id=${FIRST_EVENT_ID}`,
      ),
      get('of a tag that all have', '/public-search?q=question%20h&limit_per_type=100&events_tag=topic-0&page=3'),
      get('beginnings of words', '/public-search?q=a%20t%20q%20h&limit_per_type=100&page=3'),
    ],
    comments: [get('100 threads of holders', `/comments?${OF_EVENT}&limit=100&holders_only=true&order=reactionCount`)],
    commentsKeyset: [get('100 threads', `/comments/keyset?${OF_EVENT}&limit=100`)],
    commentsOfUser: [get('an author', `/comments/user_address/${address(ACTORS)}?limit=100`)],
    commentReplies: [get('a thread', '/comments/1?limit=100')],
    // Twenty comments a minute are written; further ones are refused.
    addSuggestion: [{ ...send('2,000 characters', '/suggestions', suggestion, key(TAKER)), status: null }],
    suggestions: [get('a member', '/suggestions?limit=100', key(TAKER))],
    newEventsFeed: [get('50', '/feeds/atom/events.atom')],
    newResultsFeed: [get('50', '/feeds/atom/results.atom')],
    exportOwnData: [anyAnswer('trades of a maker', '/account/export/trades', key(MAKER))],
    addComment: [{ ...send('2,000 characters', '/comments', comment, key(TAKER)), status: null }],
    removeComment: [send('not one’s own', '/comments/2', nobody, key(TAKER), 403)],
    removeCommentsOfUser: [send('unknown', `/comments/user_address/0x${'ab'.repeat(20)}`, nobody, key(TAKER), 404)],
    addReaction: [send('already there', '/comments/1/reactions', () => ({}), key(TAKER))],
    removeReaction: [send('not there', '/comments/1/reactions', () => ({}), key(MAKER))],
    reportComment: [send('already reported', '/comments/1/reports', nobody, key(TAKER))],
    dismissReports: [send('not a moderator', '/comments/1/reports', nobody, key(MAKER), 403)],
    publicProfile: [get('many wallets', `/public-profile?address=${address(COLLECTOR)}`)],
    updateProfile: [
      send('a new text', '/profile', () => ({ bio: `${profile++} ${'bio '.repeat(100)}`.trim() }), key(TAKER)),
    ],
    account: [{ ...get('many wallets', '/account', key(COLLECTOR)), owned: markets }],
    splitPosition: [send('one', '/positions/split', () => change, key(TAKER))],
    mergePositions: [send('one', '/positions/merge', () => ({ ...change, amount: '0.01' }), key(HOLDER))],
    convertPositions: [
      send('all but one', '/positions/convert', () => ({ conditionIds: negRisk, amount: '0.01' }), key(HOLDER)),
    ],
    disputeResult: [
      send(
        'nothing proposed',
        `/markets/${conditionOf(0)}/dispute`,
        () => ({ reason: 'wrong '.repeat(300) }),
        key(TAKER),
        409,
      ),
    ],
    createReadonlyKey: refused('/auth/readonly-api-key'),
    deleteReadonlyKey: refused('/auth/readonly-api-key'),
    ownOrders: [get('100 of many', '/data/orders', key(HOLDER))],
    ownTrades: [get('a taker before a time', '/data/trades?before=1999999999&after=1', key(TAKER))],
    balanceAllowance: nothing('/balance-allowance?asset_type=COLLATERAL'),
    notifications: [get('a maker', '/notifications', key(MAKER))],
    // New ids each time: a repeat would be answered as such.
    dropNotifications: [send('one', '/notifications', () => ({ ids: [String(salt++)] }), key(MAKER))],
    ordersScoring: [send('1,000 ids', '/orders-scoring', () => list(1_000, hash), key(HOLDER))],
    ...dataV2MarketCandidates(markets),
    ok: [get('constant', '/ok')],
    status: [get('constant', '/status')],
    orderVersion: [get('constant', '/version')],
    simplifiedMarkets: [get('1,000', `/simplified-markets?limit=1000&next_cursor=${lastPage}`)],
    samplingMarkets: [get('1,000', `/sampling-markets?limit=1000&next_cursor=${lastPage}`)],
    samplingSimplifiedMarkets: [get('1,000', `/sampling-simplified-markets?limit=1000&next_cursor=${lastPage}`)],
    marketByToken: [get('busy', `/markets-by-token/${token}`)],
    compactMarket: [get('busy', `/clob-markets/${conditionOf(0)}`)],
    liveActivity: [get('busy', `/markets/live-activity/${conditionOf(0)}`)],
    metrics: [get('all figures', '/metrics')],
    openApi: [get('whole', '/openapi.json')],
    docs: [get('whole', '/docs')],
    docsAsset: [get('largest', '/docs/swagger-ui-bundle.js')],
  };
}

type Candidates<Routes> = Record<keyof Routes, readonly Candidate[]>;

function unifiedCandidates(markets: number): Candidates<typeof KEYSET_ROUTES & typeof UNIFIED_ROUTES> {
  const named = list(Math.min(500, markets), conditionOf).join(',');
  const place = JSON.stringify(['markets', ['id'], 1, [], Math.max(0, markets - 500)]);
  return {
    marketsKeyset: [
      get('500 by volume', '/markets/keyset?limit=500&order=volume24hr&tag_slug=topic-0&closed=false'),
      get('500 far', `/markets/keyset?limit=500&after_cursor=${Buffer.from(place).toString('base64url')}`),
    ],
    eventsKeyset: [get('500 by volume', '/events/keyset?limit=500&order=volume24hr&tag_slug=topic-0&closed=false')],
    openInterest: [get('500 markets', `/oi?market=${named}`)],
    marketPositions: [get('500 of a market, by profit', `/v1/market-positions?market=${conditionOf(0)}&limit=500`)],
  };
}

const UNKNOWN = `0x${'ab'.repeat(20)}`;
const signer = (path: string): readonly Candidate[] => [get('unknown', `${path}?address=${UNKNOWN}&type=SAFE`)];

function relayerCandidates(holder: Sender): Candidates<typeof RELAYER_ROUTES & typeof BUILDER_KEY_ROUTES> {
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

function dataV2MarketCandidates(markets: number): Candidates<typeof DATA_V2_MARKET_ROUTES> {
  const conditions = list(Math.min(20, markets), conditionOf).join();
  const events = list(20, (index) => FIRST_EVENT_ID + index).join();
  const prices = `/v2/prices-history?token_id=${tokenOf(0, 0)}`;
  return {
    dataV2Holders: [
      get('20 markets, 1,000 holders each', `/v2/holders?limit=1000&condition=${conditions}`),
      get('a market with profits', `/v2/holders?limit=100&include_pnl=true&condition=${conditionOf(0)}`),
    ],
    dataV2OpenInterest: [get('of the venue', '/v2/oi'), get('20 markets', `/v2/oi?condition=${conditions}`)],
    dataV2LiveVolume: [get('20 events', `/v2/live-volume?event_id=${events}`)],
    dataV2PricesHistory: [get('30 days', `${prices}&interval=max&bucket_seconds=600`)],
    dataV2Resolutions: [get('20 events', `/v2/resolutions?event_id=${events}`)],
    dataV2Leaderboard: [get('1,000 by volume', '/v2/leaderboard?time_period=all&sort_by=VOLUME&limit=1000')],
    dataV2BiggestWinners: [get('all of the board', '/v2/biggest-winners?time_period=month&limit=1000')],
    dataV2Status: [get('constant', '/v2/status')],
  };
}
