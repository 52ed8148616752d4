/**
 * A bot on `@polymarket/real-time-data-client`: it quotes by the books that it is sent. The package has no other calls, and
 * takes the keys of a trading client: that one trades and reads.
 */
import { RealTimeDataClient } from '@polymarket/real-time-data-client';
import { clob } from '../clob.mjs';
import { loop, TOKEN, VENUE } from '../loop.mjs';

let asks = [];
new RealTimeDataClient({
  host: `${VENUE.replace('http', 'ws')}/ws/live-data`,
  onConnect: (client) =>
    client.subscribe({
      subscriptions: [{ topic: 'clob_market', type: 'agg_orderbook', filters: JSON.stringify([TOKEN]) }],
    }),
  onMessage: (_client, { type, payload }) => {
    if (type === 'agg_orderbook') ({ asks } = payload);
  },
}).connect();

await loop({ ...clob, bestAsk: async () => asks.at(-1)?.price });
