import { ClobClient, DataApiClient, GammaClient } from '@varla/polymarket';

const venue = { baseUrl: 'http://127.0.0.1:8080' };

const [market] = await new GammaClient(venue).listMarkets({ closed: false, limit: 1 });
const [yes] = JSON.parse(market.clobTokenIds);
console.log(market.question);
console.log('book', await new ClobClient(venue).getBook(yes));
console.log('holders', await new DataApiClient(venue).getTopHolders({ market: market.conditionId }));
