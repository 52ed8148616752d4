import { Polymarket } from 'polymarket-data';

const venue = 'http://127.0.0.1:8080';
const client = new Polymarket({ dataEndpoint: venue, gammaEndpoint: venue });

const [market] = await client.gamma.markets.listMarkets({
  closed: false,
  order: 'volumeNum',
  ascending: false,
  limit: 1,
});
console.log(market.question, market.outcomePrices);
console.log('holders', await client.data.core.getHolders({ market: [market.conditionId], limit: 5 }));
console.log('trades', await client.data.core.getTrades({ market: [market.conditionId], limit: 5 }));
