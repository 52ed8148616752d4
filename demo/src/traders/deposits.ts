/** Tops up a house wallet with play money when it runs low, if the operator allows it. */
import { createClient, type Fetch, isBellwetherError, parseAmount } from '@bellwether/sdk';
import type { HouseOptions, HouseTrader } from './house-trader.ts';

const MICROS_PER_UNIT = 1_000_000n;

/** Deposits `amount` if the wallet's collateral, free and held, is below `below` units. A refusal changes nothing. */
export async function topUp(
  trader: HouseTrader,
  funds: { readonly below: number; readonly amount: string },
  { url, adminToken, signal }: HouseOptions,
  fetch: Fetch,
): Promise<void> {
  if (adminToken === null) return;
  const account = await trader.client.account.get({ signal });
  const wallet = account.wallets.find(({ address }) => address.toLowerCase() === trader.address.toLowerCase());
  if (wallet === undefined) return;
  const wealth = parseAmount(wallet.free) + parseAmount(wallet.held);
  if (wealth >= BigInt(funds.below) * MICROS_PER_UNIT) return;
  const operator = createClient({ baseUrl: url, adminToken, fetch, retry: { attemptsMax: 1 } });
  try {
    await operator.admin.deposit({ wallet: trader.address, amount: funds.amount }, { signal });
  } catch (error) {
    if (!isBellwetherError(error)) throw error;
  }
}
