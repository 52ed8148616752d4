/** Books, prices and their history, by token id. */
import { createHash } from 'node:crypto';
import { rules, section } from '../check.ts';
import { equal, isTrue, matches, sorted } from '../compare.ts';
import { BOOK, BOOK_LEVEL, hasFields, LAST_TRADE_PRICE } from '../fields.ts';
import { list, object, ok, refused, valuesOf } from '../http.ts';
import type { Stage } from '../stage.ts';

const NO_BOOK = 'No orderbook exists for the requested token id';
const UNKNOWN = '123456789';

/** Fields covered by the hash of a book. */
const HASHED = 'market asset_id timestamp hash bids asks min_order_size tick_size neg_risk last_trade_price'.split(' ');

interface Level {
  readonly price: string;
  readonly size: string;
}

/** Sets up bids at 0.3 and 0.31 and offers at 0.41 and 0.4 in the run's own market, once. */
async function withBook(stage: Stage): Promise<{ yes: string; no: string }> {
  const { yes, no, conditionId } = stage.market();
  if (stage.notes.has('book')) return { yes, no };
  const trader = stage.trader(2);
  ok(await trader.send('POST', '/positions/split', { conditionId, amount: '100' }));
  for (const [side, price, size] of [
    ['BUY', '0.3', '20'],
    ['BUY', '0.31', '10'],
    ['SELL', '0.41', '30'],
    ['SELL', '0.4', '15'],
  ] as const) {
    await trader.placed({ tokenId: yes, side, price, size });
  }
  stage.notes.set('book', true);
  return { yes, no };
}

const ids = (...tokens: readonly string[]) => tokens.map((token_id) => ({ token_id }));

const BOOKS = rules('admin', {
  'GET /book: bids ascend, asks descend, the best is the last of each; it shows an order as soon as it is acknowledged [B1]':
    async (stage) => {
      const { yes } = await withBook(stage);
      const book = object(await stage.http.get(`/book?token_id=${yes}`));
      hasFields('book', book, BOOK);
      const [bids, asks] = [book['bids'] as Level[], book['asks'] as Level[]];
      for (const level of [...bids, ...asks]) hasFields('level', level, BOOK_LEVEL);
      equal('bids', bids, [
        { price: '0.3', size: '20' },
        { price: '0.31', size: '10' },
      ]);
      equal('asks', asks, [
        { price: '0.41', size: '30' },
        { price: '0.4', size: '15' },
      ]);
      equal('market', [book['market'], book['asset_id'], book['neg_risk']], [stage.market().conditionId, yes, false]);
      matches('timestamp', book['timestamp'], /^[0-9]{13}$/);
    },
  'the book of the other outcome is the mirror: BUY NO at p is SELL YES at 1 − p [B2]': async (stage) => {
    const { no } = await withBook(stage);
    const book = object(await stage.http.get(`/book?token_id=${no}`));
    equal('bids', book['bids'], [
      { price: '0.59', size: '30' },
      { price: '0.6', size: '15' },
    ]);
    equal('asks', book['asks'], [
      { price: '0.7', size: '20' },
      { price: '0.69', size: '10' },
    ]);
  },
  'hash is the SHA-1 of the book as compact JSON with an empty hash [B3]': async (stage) => {
    const { yes } = await withBook(stage);
    const book = object(await stage.http.get(`/book?token_id=${yes}`));
    // In this order, and without fields that a venue may have added.
    const said = HASHED.map((name) => [name, name === 'hash' ? '' : book[name]]);
    const digest = createHash('sha1')
      .update(JSON.stringify(Object.fromEntries(said)))
      .digest('hex');
    equal('hash', book['hash'], digest);
  },
  'POST /books, /midpoints and /last-trades-prices leave unknown tokens out [B4]': async (stage) => {
    const { yes, no } = await withBook(stage);
    const { http } = stage;
    const books = list(await http.send('POST', '/books', ids(yes, UNKNOWN, no)));
    equal('books', valuesOf(books, 'asset_id'), [yes, no]);
    const midpoints = object(await http.send('POST', '/midpoints', ids(yes, UNKNOWN, no)));
    equal('midpoints', midpoints, { [yes]: '0.355', [no]: '0.645' });
    const last = list(await http.send('POST', '/last-trades-prices', ids(yes, UNKNOWN)));
    equal('one price', valuesOf(last, 'token_id'), [yes]);
    hasFields('last trade price', last[0], LAST_TRADE_PRICE);
  },
});

const UNKNOWN_BOOKS = rules(null, {
  'batches are arrays of {token_id}, at most 500: otherwise 400 [B5]': async ({ http }) => {
    for (const path of ['/books', '/midpoints', '/last-trades-prices', '/prices', '/spreads']) {
      equal(`${path} []`, Object.keys(object(await http.send('POST', path, []))), []);
      refused(await http.send('POST', path, {}), 400, /./);
      refused(await http.send('POST', path, [{}]), 400, /token_id/);
      refused(await http.send('POST', path, Array(501).fill({ token_id: '1' })), 400, 'Payload exceeds the limit');
    }
  },
});

const PRICES = rules('admin', {
  'GET /price: BUY is the best bid, SELL the best ask; GET /midpoint and /spread follow [B6]': async (stage) => {
    const { yes } = await withBook(stage);
    const read = async (path: string) => object(await stage.http.get(`${path}token_id=${yes}`));
    equal('BUY', (await read('/price?side=BUY&'))['price'], '0.31');
    equal('SELL', (await read('/price?side=SELL&'))['price'], '0.4');
    equal('midpoint', (await read('/midpoint?'))['mid'], '0.355');
    equal('spread', (await read('/spread?'))['spread'], '0.09');
    const prices = object(await stage.http.send('POST', '/prices', [{ token_id: yes, side: 'BUY' }]));
    equal('POST /prices', prices, { [yes]: { BUY: '0.31' } });
  },
  'GET /last-trade-price, /tick-size, /neg-risk and /fee-rate [B7]': async (stage) => {
    const [plain, withFee] = [stage.market(0), stage.market(1)];
    const read = async (path: string, token: string) => object(await stage.http.get(`${path}?token_id=${token}`));
    isTrue('last trade', 'price' in (await read('/last-trade-price', plain.yes)), 'price and side', 'neither');
    equal('tick', await read('/tick-size', plain.yes), { minimum_tick_size: 0.01 });
    equal('negative risk', await read('/neg-risk', plain.yes), { neg_risk: false });
    equal('no fee', await read('/fee-rate', plain.yes), { base_fee: 0 });
    // Clients of the ecosystem know a mark; the rate is in the schedule.
    const isMarked = stage.venue.profile.name.startsWith('polymarket');
    equal('fee', await read('/fee-rate', withFee.yes), { base_fee: isMarked ? 1_000 : 200 });
  },
});

const UNKNOWN_PRICES = rules(null, {
  'an unknown token is 404, an invalid one 400 [B8]': async ({ http }) => {
    for (const path of ['/book?', '/price?side=BUY&', '/midpoint?', '/spread?', '/last-trade-price?']) {
      refused(await http.get(`${path}token_id=${UNKNOWN}`), 404, NO_BOOK);
      refused(await http.get(`${path}token_id=0x1`), 400, 'Invalid token id');
    }
    refused(await http.get(`/price?token_id=${UNKNOWN}&side=HOLD`), 400, /side/i);
  },
});

const HISTORY = rules('admin', {
  'GET /prices-history: {history: [{t, p}]}, oldest first, by interval or by start and end [B9]': async (stage) => {
    const { yes } = await withBook(stage);
    for (const interval of ['1h', '6h', '1d', '1w', '1m', 'max', 'all']) {
      const answer = object(await stage.http.get(`/prices-history?market=${yes}&interval=${interval}`));
      const points = answer['history'] as { t: number; p: number }[];
      isTrue(interval, Array.isArray(points), 'an array', answer);
      for (const { t, p } of points) isTrue('point', Number.isInteger(t) && p >= 0 && p <= 1, '{t, p}', { t, p });
      const times = points.map(({ t }) => t);
      sorted('order', times, 'rising');
    }
    const seconds = stage.trader(0).now();
    ok(await stage.http.get(`/prices-history?market=${yes}&startTs=${seconds - 3600}&endTs=${seconds}&fidelity=5`));
    refused(await stage.http.get(`/prices-history?market=${yes}&interval=2d`), 400, /interval/);
    refused(await stage.http.get('/prices-history?interval=1h'), 400, /./);
  },
  'POST /batch-prices-history: {history: {token: […]}}, at most 20 tokens [B10]': async (stage) => {
    const { yes, no } = await withBook(stage);
    const answer = object(
      await stage.http.send('POST', '/batch-prices-history', { markets: [yes, no], interval: '1h' }),
    );
    equal('tokens', Object.keys(answer['history'] as object).sort(), [yes, no].sort());
    const many = { markets: Array.from({ length: 21 }, (_, index) => String(index + 1)), interval: '1h' };
    refused(await stage.http.send('POST', '/batch-prices-history', many), 400, /./);
  },
});

export const PRICE_CHECKS = section('Books and prices', BOOKS, UNKNOWN_BOOKS, PRICES, UNKNOWN_PRICES, HISTORY);
