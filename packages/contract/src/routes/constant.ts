/**
 * Routes that answer the same whatever the venue holds, for clients that ask for what it does not have. Neither their
 * query nor the values in their path are checked. A row has access, path, answer, and the reason for it.
 */
import { Type } from 'typebox';
import type { Json } from '../json.ts';
import { OWN_PAGE } from '../schemas/ecosystem.ts';
import { END_CURSOR } from '../schemas/market-detail.ts';
import type { Route } from './route.ts';

type Access = Pick<Route, 'auth' | 'errorShape' | 'caps' | 'since'>;

const own: Access = { auth: 'l2', errorShape: 'plain', caps: ['trading'] };
const open: Access = { ...own, auth: 'none' };
const ledger: Access = { ...open, errorShape: 'ledger' };
const dataV2: Access = { ...open, errorShape: 'data-v2', since: 'data-v2' };
const catalog: Access = { auth: 'none', errorShape: 'catalog', caps: ['catalog'] };

const PAGE = { limit: OWN_PAGE, count: 0, next_cursor: END_CURSOR, data: [] };
const page = (list: string) => ({
  [list]: [],
  pagination: { limit: OWN_PAGE, offset: 0, has_more: false, next_cursor: null },
});
const NO_FEES = { builder_maker_fee_rate_bps: 0, builder_taker_fee_rate_bps: 0 };

export interface ConstantRoute extends Route {
  readonly answer: Json;
}

function row(access: Access, path: string, answer: Json, summary: string): ConstantRoute {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const any = Type.String({ description: 'of no effect' });
  return {
    ...access,
    method: 'GET',
    path,
    summary,
    ...(names.length > 0 && { params: Type.Object(Object.fromEntries(names.map((name) => [name, any]))) }),
    response: { 200: schemaOf(answer) },
    errors: [],
    answer,
  };
}

function schemaOf(answer: Json): Type.TSchema {
  if (Array.isArray(answer)) return Type.Array(Type.Object({}), { maxItems: 0, description: 'always empty' });
  if (answer === null) return Type.Null({ description: 'always null' });
  if (typeof answer !== 'object') return Type.Literal(answer, { description: 'always so' });
  return Type.Object(Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, schemaOf(value)])));
}

export const CONSTANT_ROUTES = {
  closedOnly: row(own, '/auth/ban-status/closed-only', { closed_only: false }, 'No account may only close positions'),
  readonlyKeys: row(own, '/auth/readonly-api-keys', [], 'Read-only API keys: every key here can trade'),
  preMigrationOrders: row(own, '/data/pre-migration-orders', PAGE, 'Orders of an older exchange: there was none'),
  updateBalanceAllowance: row(own, '/balance-allowance/update', {}, 'Nothing to do: balances are always true'),
  orderScoring: row(own, '/order-scoring', { scoring: false }, 'No order earns rewards'),
  rewardsOfUser: row(own, '/rewards/user', PAGE, 'Rewards of a day: none are paid'),
  rewardsTotal: row(own, '/rewards/user/total', [], 'Rewards of a day in all: none are paid'),
  rewardsPercentages: row(own, '/rewards/user/percentages', {}, 'Shares of rewards by market: none are paid'),
  rewardsMarketsOfUser: row(own, '/rewards/user/markets', PAGE, 'Rewards of a day by market: none are paid'),
  rewardsMarkets: row(open, '/rewards/markets/current', PAGE, 'Markets with rewards: none are paid'),
  rewardedMarkets: row(open, '/rewards/markets/multi', PAGE, 'Markets with rewards, by filters: none are paid'),
  rewardsOfMarket: row(open, '/rewards/markets/:condition_id', PAGE, 'Rewards of a market: none are paid'),
  rebates: row(open, '/rebates/current', null, 'Rebates of a maker on a day: none are paid'),
  builderFees: row(open, '/fees/builder-fees/:code', NO_FEES, 'Fees of a builder: builders take none'),
  buildersLeaderboard: row(ledger, '/v1/builders/leaderboard', [], 'Builders are not ranked'),
  buildersVolume: row(ledger, '/v1/builders/volume', [], 'Builders are not ranked by day'),
  dataV2BuildersLeaderboard: row(dataV2, '/v2/builders/leaderboard', page('data'), 'Builders are not ranked'),
  dataV2BuildersVolume: row(dataV2, '/v2/builders/volume', { data: [] }, 'Builders are not ranked by period'),
  comboPositions: row(ledger, '/v1/positions/combos', page('combos'), 'Positions in combos: there are no combos'),
  comboActivity: row(ledger, '/v1/activity/combos', page('activity'), 'Activity in combos: there are no combos'),
  dataV2ComboPositions: row(dataV2, '/v2/positions/combos', page('data'), 'Positions in combos: there are no combos'),
  dataV2ComboActivity: row(dataV2, '/v2/activity/combos', page('data'), 'Activity in combos: there are no combos'),
  sports: row(catalog, '/sports', [], 'Sports: there are tags alone'),
  sportsMarketTypes: row(catalog, '/sports/market-types', { marketTypes: [] }, 'Kinds of sports markets: none'),
  teams: row(catalog, '/teams', [], 'Teams: none are kept'),
  clarifications: row(catalog, '/market-clarifications', [], 'Clarifications: events have them themselves'),
  relatedTags: row(catalog, '/tags/:id/related-tags', [], 'Relations of a tag: none are kept'),
  relatedTagsBySlug: row(catalog, '/tags/slug/:slug/related-tags', [], 'Relations of a tag: none are kept'),
  tagsRelated: row(catalog, '/tags/:id/related-tags/tags', [], 'Tags related to a tag: none are kept'),
  tagsRelatedBySlug: row(catalog, '/tags/slug/:slug/related-tags/tags', [], 'Tags related to a tag: none are kept'),
} as const satisfies Record<string, ConstantRoute>;
