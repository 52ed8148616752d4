/** Handlers of the second data interface: wallets and feeds. */
import { DATA_V2_WALLET_ROUTES, type DataV2ActivityQuery, type DataV2TradesQuery } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import type { Failure } from '../../wire/failure.ts';
import type { AppDependencies } from '../dependencies.ts';
import { badParameter, createMountDataV2 } from './mount.ts';

export function registerDataV2Routes(app: FastifyInstance, dependencies: AppDependencies): void {
  const mountDataV2 = createMountDataV2(app, dependencies);
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
}

/** Refuses a query that selects markets both by condition and by event. */
function oneSelector<Query extends { readonly condition?: unknown; readonly event_id?: unknown }>(
  query: Query,
): Query | Failure {
  return query.condition !== undefined && query.event_id !== undefined
    ? badParameter('event_id', 'and condition are two ways to select markets: send one')
    : query;
}
