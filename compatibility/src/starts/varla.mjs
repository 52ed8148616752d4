import { ClobClient, DataApiClient, GammaClient } from '@varla/polymarket';

const venue = { baseUrl: 'http://127.0.0.1:8080' };
// Below this prefix, token ids are decimal, as in the other two services.
const data = { baseUrl: 'http://127.0.0.1:8080/data' };

const [market] = await new GammaClient(venue).listMarkets({ closed: false, limit: 1 });
const [yes] = JSON.parse(market.clobTokenIds);
console.log(market.question);
console.log('book', await new ClobClient(venue).getBook(yes));
console.log('holders', await new DataApiClient(data).getTopHolders({ market: market.conditionId }));
