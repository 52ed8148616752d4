/** The trading client of `@varla/polymarket`, as it is. */
import { ClobTradingClient } from '@varla/polymarket';
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { StageVenue } from './stage.ts';

/** One for the wallet whose key is made of `digit`; its keys are for `chainId`, its orders for chain 137 whatever it is told. */
export async function varlaTrader({ url }: StageVenue, digit: string, chainId = 80_002): Promise<ClobTradingClient> {
  const account = privateKeyToAccount(`0x${digit.repeat(64)}` as Hex);
  const chain = { id: chainId, name: 'test', nativeCurrency: { name: 'x', symbol: 'x', decimals: 18 } };
  const nowhere = 'http://127.0.0.1:1';
  const wallet = createWalletClient({
    account,
    chain: { ...chain, rpcUrls: { default: { http: [nowhere] } } },
    transport: http(nowhere),
  });
  const trader = new ClobTradingClient(wallet, { baseUrl: url, maxRetries: 0 });
  await trader.init();
  return trader;
}
