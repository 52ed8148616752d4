/**
 * Contracts known to the public clients, by role. They exist on two chains, under several addresses each. Here all of
 * them stand for the venue's own ledger, whichever chain the venue signs for.
 */

/** Factories of wallets, and the hashes of the code they deploy. */
export const SAFE_FACTORY = '0xaacfeea03eb1561c4e67d661e40682bd20e3541b';
export const SAFE_INIT_CODE_HASH = '0x2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf';
export const SAFE_FACTORY_NAME = 'Polymarket Contract Proxy Factory';
export const PROXY_FACTORY = '0xab45c5a4b0c941a2f231c04c3f49182e1a254052';
export const PROXY_INIT_CODE_HASH = '0xd21df8dc65880a8606f09fe0ce3df9b8869287ab0b058be05aa9e8af6330a00b';
export const RELAY_HUB = '0xd216153c06e857cd7f72665e0af1d7d82172f494';
export const DEPOSIT_WALLET_FACTORY = '0x00000000000fb5c9adea0298d729a0cb3823cc07';
/** Knows the implementation of the wallets that the factory deploys since 29 June 2026, on every chain. */
export const DEPOSIT_WALLET_BEACON = '0x7a18edfe055488a3128f01f563e5b479d92ffc3a';
/** Implementation of wallets from before, by chain; the test chain's applies to every other chain. */
const DEPOSIT_WALLET_IMPLEMENTATION = '0x50a88fe9a441cb4c9c2ad6a2207ce2795c7d7fbd';
const DEPOSIT_WALLET_IMPLEMENTATION_OF_137 = '0x58ca52ebe0dadfdf531cde7062e76746de4db1eb';

export function depositWalletImplementation(chainId: number): string {
  return chainId === 137 ? DEPOSIT_WALLET_IMPLEMENTATION_OF_137 : DEPOSIT_WALLET_IMPLEMENTATION;
}

/** Executes the batch of a Safe; entered by delegate call. */
export const MULTISEND = '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761';
/** Relay address, part of what a proxy's owner signs; it has no meaning of its own here. */
export const RELAY_ADDRESS = '0xbe11be11be11be11be11be11be11be11be11be11';

export type ContractRole =
  | ('collateral' | 'conditional tokens' | 'negative-risk adapter' | 'negative-risk tokens')
  | ('position manager' | 'router');

/** Contracts of the public clients that routes name, in lower case. */
export const CONTRACT = {
  collateral: '0xc011a7e12a19f7b1f670d46f03b03f3342e82dfb',
  conditionalTokens: '0x4d97dcd97ec945f40cf65f87097ace5ea0476045',
  negRiskAdapter: '0xd91e80cf2e7be2e162c6513ced06f1dd0da35296',
  collateralAdapter: '0xada100db00ca00073811820692005400218fce1f',
  negRiskCollateralAdapter: '0xada2005600dec949baf300f4c6120000bdb6eaab',
  positionManager: '0x006f54f7f9a22e0000cc2ab60031000000ae9fef',
  router: '0x12121212006e4cd160d18e3f00711da5c3372600',
} as const;

/**
 * Callable contracts, in lower case. `negative-risk tokens`: calls of the conditional tokens for negative-risk markets.
 * `position manager` and `router`: shares of markets of version v2, and what moves them.
 */
export const CONTRACTS: ReadonlyMap<string, ContractRole> = new Map([
  [CONTRACT.collateral, 'collateral'],
  ['0x2791bca1f2de4661ed88a30c99a7a9449aa84174', 'collateral'],
  ['0x9c4e1703476e875070ee25b56a58b008cfb8fa78', 'collateral'],
  [CONTRACT.conditionalTokens, 'conditional tokens'],
  ['0x69308fb512518e39f9b16112fa8d994f4e2bf8bb', 'conditional tokens'],
  [CONTRACT.collateralAdapter, 'conditional tokens'],
  [CONTRACT.negRiskAdapter, 'negative-risk adapter'],
  [CONTRACT.negRiskCollateralAdapter, 'negative-risk tokens'],
  [CONTRACT.positionManager, 'position manager'],
  [CONTRACT.router, 'router'],
]);
