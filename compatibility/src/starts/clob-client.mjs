import { ClobClient } from '@polymarket/clob-client';
import { createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const host = 'http://127.0.0.1:8080';
const chain = 80_002;
// The key is the account. Keep it, and use one that owns nothing elsewhere.
const key = process.env.BOT_KEY ?? generatePrivateKey();
const signer = createWalletClient({ account: privateKeyToAccount(key), transport: http(host) });

// The thirteenth argument, "throw on error": without it, a refused sign-in only shows later, as another error.
const creds = await new ClobClient(host, chain, signer, ...Array(9), true).createOrDeriveApiKey();
const client = new ClobClient(host, chain, signer, creds, ...Array(8), true);

const { data: markets } = await client.getSamplingMarkets();
const [market] = markets;
console.log(market.question, await client.getOrderBook(market.tokens[0].token_id));
console.log('open orders', await client.getOpenOrders());
console.log('cancelled', (await client.cancelAll()).canceled);
