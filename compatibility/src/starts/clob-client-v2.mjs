import { ClobClient, Side } from '@polymarket/clob-client-v2';
import { createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const host = 'http://127.0.0.1:8080';
const chain = 80_002;
// The key is the account. Keep it, and use one that owns nothing elsewhere.
const key = process.env.BOT_KEY ?? generatePrivateKey();
const signer = createWalletClient({ account: privateKeyToAccount(key), transport: http(host) });

const creds = await new ClobClient({ host, chain, signer, throwOnError: true }).createOrDeriveApiKey();
const client = new ClobClient({ host, chain, signer, creds, throwOnError: true });

const { data: markets } = await client.getSamplingMarkets();
const [market] = markets;
const [token] = market.tokens;
console.log(market.question, await client.getOrderBook(token.token_id));

const order = {
  tokenID: token.token_id,
  price: market.minimum_tick_size,
  size: market.minimum_order_size,
  side: Side.BUY,
};
const { orderID, status } = await client.createAndPostOrder(order);
console.log('placed', status, await client.getOpenOrders());
console.log('cancelled', (await client.cancelOrder({ orderID })).canceled);
