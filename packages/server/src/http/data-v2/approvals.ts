/**
 * `/v2/approvals`: the pairs of token and spender that public clients look for before they trade. The venue moves its own
 * entries and needs no approval, so each pair counts as approved by every wallet.
 */
import type { DataV2Approval, DataV2Approvals } from '@bellwether/contract';
import type { AppDependencies } from '../dependencies.ts';

/** Contracts of the public clients. */
const COLLATERAL = '0xc011a7e12a19f7b1f670d46f03b03f3342e82dfb';
const CONDITIONAL_TOKENS = '0x4d97dcd97ec945f40cf65f87097ace5ea0476045';
const NEG_RISK_ADAPTER = '0xd91e80cf2e7be2e162c6513ced06f1dd0da35296';
const COLLATERAL_ADAPTER = '0xada100db00ca00073811820692005400218fce1f';
const NEG_RISK_COLLATERAL_ADAPTER = '0xada2005600dec949baf300f4c6120000bdb6eaab';
/** Contracts for markets of version 2. */
const POSITION_MANAGER = '0x006f54f7f9a22e0000cc2ab60031000000ae9fef';
const ROUTER = '0x12121212006e4cd160d18e3f00711da5c3372600';
const EXCHANGE_OF_V2 = '0xe3333700ca9d93003f00f0f71f8515005f6c00aa';

/** Id under which clients know a pair, its token and its spender. */
type Pair = readonly [id: string, token: string, spender: string];

type Terms = Pick<AppDependencies, 'domain' | 'negRiskDomain' | 'settings'>;

export function createApprovals({ domain, negRiskDomain, settings }: Terms) {
  const exchange = domain.verifyingContract.toLowerCase();
  const negRiskExchange = (negRiskDomain ?? domain).verifyingContract.toLowerCase();
  const pairs: readonly Pair[] = [
    ['UsdcCtf', COLLATERAL, CONDITIONAL_TOKENS],
    ['UsdcExchange', COLLATERAL, exchange],
    ['UsdcNegRiskExchange', COLLATERAL, negRiskExchange],
    ['UsdcNegRiskAdapter', COLLATERAL, NEG_RISK_ADAPTER],
    ['UsdcCollateralAdapter', COLLATERAL, COLLATERAL_ADAPTER],
    ['UsdcNegRiskCollateralAdapter', COLLATERAL, NEG_RISK_COLLATERAL_ADAPTER],
    ['CtfExchangeIsApprovedForAll', CONDITIONAL_TOKENS, exchange],
    ['CtfNegRiskExchangeIsApprovedForAll', CONDITIONAL_TOKENS, negRiskExchange],
    ['CtfNegRiskAdapterIsApprovedForAll', CONDITIONAL_TOKENS, NEG_RISK_ADAPTER],
    ['CtfCollateralAdapterIsApprovedForAll', CONDITIONAL_TOKENS, COLLATERAL_ADAPTER],
    ['CtfNegRiskCollateralAdapterIsApprovedForAll', CONDITIONAL_TOKENS, NEG_RISK_COLLATERAL_ADAPTER],
    ...(settings.differences.has('exchange-v3') ? PAIRS_OF_V2 : []),
  ];
  const contracts = pairs.map(approvalOf);
  return (address: string, nowMs: number): DataV2Approvals => ({
    data: { address, chain_id: domain.chainId, checked_at: new Date(nowMs).toISOString(), contracts },
  });
}

const PAIRS_OF_V2: readonly Pair[] = [
  ['PusdV2Exchange', COLLATERAL, EXCHANGE_OF_V2],
  ['PusdV2Router', COLLATERAL, ROUTER],
  ['V2PositionManagerRouterIsApprovedForAll', POSITION_MANAGER, ROUTER],
  ['V2PositionManagerExchangeIsApprovedForAll', POSITION_MANAGER, EXCHANGE_OF_V2],
];

function approvalOf([id, token, spender]: Pair): DataV2Approval {
  const pair = { id, feature: 'trading', token, spender, approved: true };
  return token === COLLATERAL ? { ...pair, standard: 'ERC20', amount: 'max' } : { ...pair, standard: 'ERC1155' };
}
