/** Handlers of the second data interface: wallets and feeds. */
import {
  type DataV2Approval,
  type DataV2Approvals,
  dataV2UsualOrder,
  DATA_V2_WALLET_ROUTES as ROUTES,
} from '@bellwether/contract';
import type { DataQuery } from '@bellwether/wire/data-v2/cursor.ts';
import type { Failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { CONTRACT } from '../relay/contracts.ts';
import { badParameter, createMountDataV2 } from './mount.ts';

export function registerDataV2Routes(app: FastifyInstance, dependencies: AppDependencies): void {
  const mountDataV2 = createMountDataV2(app, dependencies);
  mountDataV2(ROUTES.dataV2Positions, {
    bound: POSITION_FILTERS,
    resent: ['user', 'condition', 'title'],
    usual: ({ status }) => ({ sort_by: dataV2UsualOrder(status) }),
    parametersOf: anchored,
  });
  mountDataV2(ROUTES.dataV2Trades, { parametersOf: oneSelector });
  mountDataV2(ROUTES.dataV2Activity, { bound: ['sort_direction'], parametersOf: oneSelector });
  mountDataV2(ROUTES.dataV2Value);
  mountDataV2(ROUTES.dataV2UserVolume);
  const atTime = <Query extends object>(query: Query) => ({ ...query, nowMs: dependencies.clock() });
  mountDataV2(ROUTES.dataV2UserStats, { parametersOf: atTime });
  mountDataV2(ROUTES.dataV2UserPnl, { parametersOf: atTime });
  const approvals = createApprovals(dependencies);
  mountDataV2(ROUTES.dataV2Approvals, { answerOf: ({ user }) => approvals(user, dependencies.clock()) });
}

const POSITION_FILTERS = [
  ...['event_id', 'status', 'filter_type', 'filter_amount', 'include_archived'],
  ...['sort_by', 'sort_direction', 'start', 'end'],
];

/** Refuses a query for positions that names neither a user nor one market, and filters that do not go together. */
function anchored(query: DataQuery<typeof ROUTES.dataV2Positions>): object | Failure {
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
function oneSelector(query: { readonly condition?: unknown; readonly event_id?: unknown }): object | Failure {
  return query.condition !== undefined && query.event_id !== undefined
    ? badParameter('event_id', 'and condition are two ways to select markets: send one')
    : query;
}

/** Id under which clients know a pair, its token and its spender. */
type Pair = readonly [id: string, token: string, spender: string];

type Terms = Pick<AppDependencies, 'domain' | 'negRiskDomain' | 'settings' | 'v2Domains'>;

/**
 * Answers `/v2/approvals`: the pairs of token and spender that public clients look for before they trade. The venue moves
 * its own entries and needs no approval, so each pair counts as approved by every wallet.
 */
function createApprovals({ domain, negRiskDomain, settings, v2Domains }: Terms) {
  const exchange = domain.verifyingContract.toLowerCase();
  const negRiskExchange = (negRiskDomain ?? domain).verifyingContract.toLowerCase();
  const exchangeOfV2 = (v2Domains[0] ?? domain).verifyingContract.toLowerCase();
  const pairs: readonly Pair[] = [
    ['UsdcCtf', CONTRACT.collateral, CONTRACT.conditionalTokens],
    ['UsdcExchange', CONTRACT.collateral, exchange],
    ['UsdcNegRiskExchange', CONTRACT.collateral, negRiskExchange],
    ['UsdcNegRiskAdapter', CONTRACT.collateral, CONTRACT.negRiskAdapter],
    ['UsdcCollateralAdapter', CONTRACT.collateral, CONTRACT.collateralAdapter],
    ['UsdcNegRiskCollateralAdapter', CONTRACT.collateral, CONTRACT.negRiskCollateralAdapter],
    ['CtfExchangeIsApprovedForAll', CONTRACT.conditionalTokens, exchange],
    ['CtfNegRiskExchangeIsApprovedForAll', CONTRACT.conditionalTokens, negRiskExchange],
    ['CtfNegRiskAdapterIsApprovedForAll', CONTRACT.conditionalTokens, CONTRACT.negRiskAdapter],
    ['CtfCollateralAdapterIsApprovedForAll', CONTRACT.conditionalTokens, CONTRACT.collateralAdapter],
    ['CtfNegRiskCollateralAdapterIsApprovedForAll', CONTRACT.conditionalTokens, CONTRACT.negRiskCollateralAdapter],
    ...(settings.differences.has('exchange-v3') ? pairsOfV2(exchangeOfV2) : []),
  ];
  const contracts = pairs.map(approvalOf);
  return (address: string, nowMs: number): DataV2Approvals => ({
    data: { address, chain_id: domain.chainId, checked_at: new Date(nowMs).toISOString(), contracts },
  });
}

const pairsOfV2 = (exchange: string): readonly Pair[] => [
  ['PusdV2Exchange', CONTRACT.collateral, exchange],
  ['PusdV2Router', CONTRACT.collateral, CONTRACT.router],
  ['V2PositionManagerRouterIsApprovedForAll', CONTRACT.positionManager, CONTRACT.router],
  ['V2PositionManagerExchangeIsApprovedForAll', CONTRACT.positionManager, exchange],
];

function approvalOf([id, token, spender]: Pair): DataV2Approval {
  const pair = { id, feature: 'trading', token, spender, approved: true };
  return token === CONTRACT.collateral
    ? { ...pair, standard: 'ERC20', amount: 'max' }
    : { ...pair, standard: 'ERC1155' };
}
