/**
 * Calls and options of clients that this venue does not answer, each with its reason. `../options/options.process.test.ts` makes
 * every call with every option, and fails while one of these works or another does not.
 */
import type { ClientName } from './clients.ts';

export interface NotOffered {
  /** Methods with all their options, or `method option`; a star stands for any text. */
  readonly calls: readonly string[];
  readonly why: string;
  /** The calls are not made, because they would leave for hosts of the original or never end. */
  readonly untried?: true;
}

const COMBOS = 'combos and quotes';
const NO_ROUTE = 'no such route';

export const NOT_OFFERED: { readonly [client in ClientName]?: readonly NotOffered[] } = {
  '@polymarket/client': [
    { calls: ['*Perps*', 'subscribe *instrumentId*'], why: 'perpetuals', untried: true },
    { calls: ['openRfqSession', 'executeCollateralReturnPlan'], why: COMBOS, untried: true },
    { calls: ['subscribe *{topic}', 'subscribe *symbol*'], why: 'sports and outside prices', untried: true },
    {
      calls: [
        ...['listComboMarkets', 'planCollateralReturn', '*Position request{amount,legs}'],
        ...['*Positions request{amount,legs}', 'redeemPositions request{positionId}'],
      ],
      why: COMBOS,
    },
    { calls: ['listMarkets request.marketMakerAddresses', 'listSeries request.closed*'], why: 'no such option' },
    { calls: ['listSeries request.recurrence*', 'listTraderLeaderboard request.userName'], why: 'no such option' },
    { calls: ['fetchTag request.*', 'fetchSeries request.locale'], why: 'no such option' },
    { calls: ['search request.ascending=true'], why: 'needs `sort`' },
    { calls: ['fetchCommentsById request.getPositions*'], why: 'always with positions' },
    {
      calls: ['listCommentsByUserAddress request.ascending*', 'listCommentsByUserAddress request.order'],
      why: 'newest first',
    },
    { calls: ['downloadAccountingSnapshot'], why: NO_ROUTE },
    {
      calls: ['setupTradingApprovals', 'mergePositions', 'mergePositions request.metadata'],
      why: 'asks a node',
    },
    { calls: ['transferErc20'], why: 'no transfers' },
  ],
  '@polymarket/clob-client-v2': [
    { calls: ['createReadonlyApiKey', 'deleteReadonlyApiKey'], why: 'every key can trade' },
    { calls: ['createAndPost* options.version=1'], why: 'refused' },
  ],
  ccxt: [
    {
      calls: [
        ...['gammaPublicGetEvents{Creators,CreatorsId,Pagination,Results,IdCommentsCount,IdTweetCount}'],
        ...[
          'gammaPublicGet{MarketsIdDescription,ProfilesUserAddressUserAddress,SeriesSummarySlugSlug,SeriesSummaryId}',
        ],
        ...['gammaPublicGet{SeriesIdCommentsCount,TeamsId}', 'gammaPublicPostMarkets{Abridged,Information}'],
        ...['clobPublicPostMarketsLiveActivity', 'dataPublicGet{Other,Revisions,V1AccountingSnapshot}'],
      ].flatMap(spread),
      why: NO_ROUTE,
    },
    {
      calls: ['clobPublicGet{Books,LastTradesPrices,Midpoints,Prices}', 'clobPrivateGetOrdersScoring'].flatMap(spread),
      why: 'use POST',
    },
    { calls: ['combos*'], why: COMBOS },
    { calls: ['deriveApiKey params.nonce', 'createApiKey params.nonce'], why: 'nonces are headers' },
    { calls: ['clobPrivateGetAuthApiKeys', 'clobPrivateDeleteAuthApiKey'], why: 'sent without the key' },
    { calls: ['clobPrivateDeleteNotifications'], why: 'ids in a body' },
    { calls: ['createMarketBuyOrderWithCost'], why: 'no worst price' },
  ],
  pmxtjs: [
    {
      calls: ['watch*', 'unwatch*', 'firehose', '*Match*', 'compareMarketPrices', 'fetchRelatedMarkets', 'fetchHedges'],
      why: 'fixed hosts',
      untried: true,
    },
    { calls: ['fetchArbitrage'], why: 'fixed hosts', untried: true },
    { calls: ['fetchClosedOrders', 'fetchAllOrders'], why: 'not in the client' },
    { calls: ['fetchBalance address'], why: 'asks a node' },
    { calls: ['fetchOpenOrders marketId', 'fetchMyTrades params.marketId'], why: 'wants condition ids' },
    { calls: ['fetchMarket params*.category', 'fetchMarket params*.tags'], why: 'markets have none' },
  ],
};

/** `a{B,C}` as `aB` and `aC`. */
function spread(name: string): string[] {
  const [, head = '', list = ''] = /^(.*)\{(.*)\}$/.exec(name) ?? [name, name];
  return list === '' ? [name] : list.split(',').map((one) => head + one);
}

/** The entry for the call of this name; undefined if it is offered. */
export const notOffered = (entries: readonly NotOffered[], name: string): NotOffered | undefined =>
  entries.find(({ calls }) => calls.some((one) => matches(one, name)));

export function matches(pattern: string, name: string): boolean {
  const text = pattern
    .split('*')
    .map((part) => RegExp.escape(part))
    .join('.*');
  return new RegExp(`^${text}${pattern.includes(' ') ? '' : '( .*)?'}$`, 's').test(name);
}
