import { createSecureClient, forkEnvironmentConfig, OrderSide } from '@polymarket/client';
import { privateKey } from '@polymarket/client/viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const rest = 'http://127.0.0.1:8080';
const environment = forkEnvironmentConfig({
  name: 'bellwether',
  chainId: 80_002,
  clob: { rest, market: { ws: 'ws://127.0.0.1:8080/ws/market' }, user: { ws: 'ws://127.0.0.1:8080/ws/user' } },
  gamma: { rest },
  data: { rest },
  relayer: { rest },
  rtds: { ws: 'ws://127.0.0.1:8080/ws/live-data' },
});
// The key is the account. Keep it, and use one that owns nothing elsewhere.
const key = process.env.BOT_KEY ?? generatePrivateKey();
const wallet = privateKeyToAccount(key).address;
const client = await createSecureClient({ environment, signer: privateKey(key), wallet });

const { items } = await client.listMarkets({ closed: false, pageSize: 5 }).firstPage();
const [market] = items;
const { tokenId } = market.outcomes.yes;
console.log(market.question, await client.fetchOrderBook({ tokenId }));

const { minimumTickSize, minimumOrderSize } = market.trading;
const order = { tokenId, price: Number(minimumTickSize), size: Number(minimumOrderSize), side: OrderSide.BUY };
const placed = await client.placeLimitOrder(order);
console.log('placed', placed.status, (await client.listOpenOrders().firstPage()).items);
console.log('cancelled', (await client.cancelOrder({ orderId: placed.orderId })).canceled);
