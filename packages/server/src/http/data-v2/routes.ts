/** Handlers of the second data interface: wallets and feeds. */
import {
  type ComboPositionsQuery,
  DATA_V2_WALLET_ROUTES,
  type DataV2ActivityQuery,
  type DataV2PnlQuery,
  type DataV2PositionsQuery,
  type DataV2TradesQuery,
  type DataV2UserQuery,
  type DataV2ValueQuery,
  type DataV2VolumeQuery,
  dataV2UsualOrder,
} from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../read-model/data-v2/answer/page.ts';
import type { PageParameters } from '../../wire/data-v2/cursor.ts';
import type { Failure } from '../../wire/failure.ts';
import type { AppDependencies } from '../dependencies.ts';
import { createApprovals } from './approvals.ts';
import { badParameter, createMountDataV2 } from './mount.ts';

export function registerDataV2Routes(app: FastifyInstance, dependencies: AppDependencies): void {
  const mountDataV2 = createMountDataV2(app, dependencies);
  mountDataV2<DataV2PositionsQuery>({
    route: DATA_V2_WALLET_ROUTES.dataV2Positions,
    read: 'data-v2-positions',
    bound: POSITION_FILTERS,
    resent: ['user', 'condition', 'title'],
    usual: ({ status }) => ({ sort_by: dataV2UsualOrder(status) }),
    parametersOf: anchored,
  });
  mountDataV2<DataV2TradesQuery>({
    route: DATA_V2_WALLET_ROUTES.dataV2Trades,
    read: 'data-v2-trades',
    bound: [],
    parametersOf: oneSelector,
    isAllowListed: true,
  });
  mountDataV2<DataV2ActivityQuery>({
    route: DATA_V2_WALLET_ROUTES.dataV2Activity,
    read: 'data-v2-activity',
    bound: ['sort_direction'],
    parametersOf: oneSelector,
  });
  mountDataV2<DataV2ValueQuery>({ route: DATA_V2_WALLET_ROUTES.dataV2Value, read: 'data-v2-value', bound: null });
  mountDataV2<DataV2VolumeQuery>({
    route: DATA_V2_WALLET_ROUTES.dataV2UserVolume,
    read: 'data-v2-user-volume',
    bound: null,
  });
  const atTime = <Query extends object>(query: Query) => ({ ...query, nowMs: dependencies.clock() });
  mountDataV2<DataV2UserQuery>({
    route: DATA_V2_WALLET_ROUTES.dataV2UserStats,
    read: 'data-v2-user-stats',
    bound: null,
    parametersOf: atTime,
  });
  mountDataV2<DataV2PnlQuery>({
    route: DATA_V2_WALLET_ROUTES.dataV2UserPnl,
    read: 'data-v2-user-pnl',
    bound: null,
    parametersOf: atTime,
  });
  const approvals = createApprovals(dependencies);
  mountDataV2<DataV2UserQuery>({
    route: DATA_V2_WALLET_ROUTES.dataV2Approvals,
    read: (query) => approvals((query as DataV2UserQuery).user, dependencies.clock()),
    bound: null,
  });
  mountDataV2<ComboPositionsQuery>({
    route: DATA_V2_WALLET_ROUTES.dataV2ComboPositions,
    read: noCombos,
    bound: ['condition', 'status', 'sort_by', 'sort_direction', 'updated_after', 'updated_before'],
    parametersOf: inOrder,
  });
  mountDataV2({ route: DATA_V2_WALLET_ROUTES.dataV2ComboActivity, read: noCombos, bound: [] });
}

/** The page of a list that is always empty. */
const noCombos = (parameters: object): object =>
  pageOf((parameters as { readonly page: PageParameters }).page, [], null);

function inOrder<Query extends Omit<ComboPositionsQuery, 'limit' | 'cursor'>>(query: Query): Query | Failure {
  const { status = [], updated_after: after = 0, updated_before: before = 0 } = query;
  if (status.includes('REDEEMABLE') && status.some((each) => each !== 'REDEEMABLE'))
    return badParameter('status', 'REDEEMABLE is not combined with others');
  return before > 0 && before < after ? badParameter('updated_before', 'is before updated_after') : query;
}

const POSITION_FILTERS = [
  ...['event_id', 'status', 'filter_type', 'filter_amount', 'include_archived'],
  ...['sort_by', 'sort_direction', 'start', 'end'],
];

/** Refuses a query for positions that names neither a user nor one market, and filters that do not go together. */
function anchored<Query extends Omit<DataV2PositionsQuery, 'limit' | 'cursor'>>(query: Query): Query | Failure {
  const { user, condition, event_id: events, status, include_archived: hasArchived } = query;
  if (user === undefined) {
    if (condition === undefined) return badParameter('user', 'or condition is required');
    if (condition.length > 1) return badParameter('condition', 'must be one id unless user is given');
    if (events !== undefined) return badParameter('event_id', 'needs user');
    if (status === 'REDEEMABLE_LOST') return badParameter('status', 'REDEEMABLE_LOST needs user');
  }
  if (status === 'CLOSED' && hasArchived)
    return badParameter('include_archived', 'is for open positions: closed ones are all shown');
  return oneSelector(query);
}

/** Refuses a query that selects markets both by condition and by event. */
function oneSelector<Query extends { readonly condition?: unknown; readonly event_id?: unknown }>(
  query: Query,
): Query | Failure {
  return query.condition !== undefined && query.event_id !== undefined
    ? badParameter('event_id', 'and condition are two ways to select markets: send one')
    : query;
}
