/** The trading client of `@varla/polymarket`, unmodified. */
import { ClobTradingClient } from '@varla/polymarket';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { keyOf, type StageVenue } from './stage.ts';

/** A client for a wallet of this file. Its keys are for `chainId`; its orders are always for chain 137. */
export async function varlaTrader(venue: StageVenue, name: string, chainId = 80_002): Promise<ClobTradingClient> {
  const account = privateKeyToAccount(keyOf(venue, name));
  const chain = { id: chainId, name: 'test', nativeCurrency: { name: 'x', symbol: 'x', decimals: 18 } };
  const nowhere = 'http://127.0.0.1:1';
  const wallet = createWalletClient({
    account,
    chain: { ...chain, rpcUrls: { default: { http: [nowhere] } } },
    transport: http(nowhere),
  });
  const trader = new ClobTradingClient(wallet, { baseUrl: venue.url, maxRetries: 0 });
  await trader.init();
  return trader;
}
