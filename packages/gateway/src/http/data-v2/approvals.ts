/**
 * `/v2/approvals`: the pairs of token and spender that public clients look for before they trade. The venue moves its own
 * entries and needs no approval, so each pair counts as approved by every wallet.
 */
import type { DataV2Approval, DataV2Approvals } from '@bellwether/contract';
import type { AppDependencies } from '../dependencies.ts';
import { CONTRACT } from '../relay/contracts.ts';

/** Id under which clients know a pair, its token and its spender. */
type Pair = readonly [id: string, token: string, spender: string];

type Terms = Pick<AppDependencies, 'domain' | 'negRiskDomain' | 'settings' | 'v2Domains'>;

export function createApprovals({ domain, negRiskDomain, settings, v2Domains }: Terms) {
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
