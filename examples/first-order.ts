/** The shortest program that trades: a new wallet buys for 50 in an open market of the demo. */
import { createClient } from '@bellwether/sdk';

const signer = crypto.getRandomValues(new Uint8Array(32));
const client = createClient({ baseUrl: 'http://127.0.0.1:8080', account: { signer } });
const [market] = await client.markets.list({ closed: false, order: 'liquidity', limit: 1 });
console.log(await client.orders.place({ tokenId: market?.tokenIds[0] ?? '', side: 'BUY', type: 'FAK', amount: '50' }));
