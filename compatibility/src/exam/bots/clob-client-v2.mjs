/** A bot on `@polymarket/clob-client-v2`: its calls are those of the client's own examples. */
import { AssetType, ClobClient, Side } from '@polymarket/clob-client-v2';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { BOT_KEY, fromMicros, loop, MARKET, TOKEN, VENUE } from '../loop.mjs';

const chain = 80_002;
const signer = createWalletClient({ account: privateKeyToAccount(BOT_KEY), transport: http(VENUE) });
const creds = await new ClobClient({ host: VENUE, chain, signer, throwOnError: true }).createOrDeriveApiKey();
const client = new ClobClient({ host: VENUE, chain, signer, creds, throwOnError: true });

const balance = async (asset) => fromMicros((await client.getBalanceAllowance(asset)).balance);

await loop({
  openOrders: async () =>
    (await client.getOpenOrders({ market: MARKET })).map(({ id, price, original_size, size_matched }) => ({
      id,
      price,
      remaining: Number(original_size) - Number(size_matched),
    })),
  position: () => balance({ asset_type: AssetType.CONDITIONAL, token_id: TOKEN }),
  cash: () => balance({ asset_type: AssetType.COLLATERAL }),
  bestAsk: async () => (await client.getOrderBook(TOKEN)).asks.at(-1)?.price,
  place: (price, size) => client.createAndPostOrder({ tokenID: TOKEN, price, size, side: Side.BUY }),
  cancel: (ids) => client.cancelOrders(ids),
});
