import { ClobMarketClient } from 'polymarket-websocket-client';

const page = await fetch('http://127.0.0.1:8080/sampling-markets');
const { data: markets } = await page.json();
const [market] = markets;

const feed = new ClobMarketClient({ url: 'ws://127.0.0.1:8080/ws/market' });
feed.onMarketMessage((message) => console.log(market.question, message));
feed.onError((error) => console.error(error));
await feed.connect();
feed.subscribe(market.tokens.map(({ token_id }) => token_id));
