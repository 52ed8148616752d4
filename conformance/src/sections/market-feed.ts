/** `/ws/market`: books and their changes, all in the run's own market. */
import { rules } from '../check.ts';
import { equal, isTrue } from '../compare.ts';
import { FeedClient, type Message } from '../feed-client.ts';
import { object, ok, refused, valuesOf } from '../http.ts';
import type { Stage, StageMarket } from '../stage.ts';

/** The market in which earlier checks have left no orders. */
const marketOf = (stage: Stage): StageMarket => stage.market(1);

async function bookOf({ http }: Pick<Stage, 'http'>, token: string): Promise<Message> {
  const answer = await http.get(`/book?token_id=${token}`);
  const book = object(answer);
  // A venue limited to the ecosystem's fields returns the sequence in a header.
  return 'sequence' in book ? book : { ...book, sequence: Number(answer.headers.get('x-book-sequence')) };
}

export async function cancelAll(stage: Stage): Promise<void> {
  for (const trader of stage.traders) ok(await trader.send('DELETE', '/cancel-all'));
}

/** Subscribes to both tokens; `use` receives the books of the first frame. */
async function subscribed(
  stage: Stage,
  request: object,
  use: (client: FeedClient, first: readonly Message[], market: StageMarket) => Promise<void>,
): Promise<void> {
  const market = marketOf(stage);
  const client = await FeedClient.open(stage.http.baseUrl, 'market');
  try {
    client.say({ type: 'market', assets_ids: [market.yes, market.no], ...request });
    await use(client, await client.next(), market);
  } finally {
    client.leave();
  }
}

const news = async (client: FeedClient): Promise<readonly Message[]> => (await client.all()).flat();
const sequences = (messages: readonly Message[]): unknown[] => [...new Set(valuesOf(messages, 'sequence'))];
const kinds = (messages: readonly Message[]): unknown[] => valuesOf(messages, 'event_type');
const cheap = (market: StageMarket, price = '0.02') =>
  ({ tokenId: market.yes, side: 'BUY', price, size: '10' }) as const;

const STREAM = rules('admin', {
  '/ws/market: the first frame is an array of books, as GET /book shows them, one for each token [F1]': async (
    stage,
  ) => {
    await cancelAll(stage);
    await subscribed(stage, {}, async (_client, first, { yes, no }) => {
      for (const [index, token] of [yes, no].entries()) {
        equal('book', first[index], { event_type: 'book', ...(await bookOf(stage, token)) });
      }
      equal('messages', first.length, 2);
    });
  },
  'an order makes a price_change with the levels of both tokens, their best prices and the hashes of their books [F2]':
    async (stage) => {
      await cancelAll(stage);
      await subscribed(stage, {}, async (client, _first, market) => {
        const id = await stage.trader(0).placed(cheap(market));
        const [message] = await client.next();
        const [yes, no] = [await bookOf(stage, market.yes), await bookOf(stage, market.no)];
        const level = { size: '10' };
        equal('message', [message?.['event_type'], message?.['market']], ['price_change', market.conditionId]);
        equal('sequence', message?.['sequence'], yes['sequence']);
        equal('changes', message?.['price_changes'], [
          {
            ...{ asset_id: market.yes, price: '0.02', ...level, side: 'BUY' },
            ...{ hash: yes['hash'], best_bid: '0.02', best_ask: '1' },
          },
          {
            ...{ asset_id: market.no, price: '0.98', ...level, side: 'SELL' },
            ...{ hash: no['hash'], best_bid: '0', best_ask: '0.98' },
          },
        ]);
        ok(await stage.trader(0).send('DELETE', '/order', { orderID: id }));
        const [after] = await client.next();
        const changes = after?.['price_changes'] as readonly Message[];
        equal('removed', valuesOf(changes, 'size'), ['0', '0']);
      });
    },
  'sequence rises by exactly 1 with each entry that changes the market and is the one of GET /book [F3]': async (
    stage,
  ) => {
    await subscribed(stage, {}, async (client, [first], market) => {
      for (const price of ['0.02', '0.03', '0.03', '0.04']) await stage.trader(0).placed(cheap(market, price));
      await cancelAll(stage);
      const { sequence: last } = await bookOf(stage, market.no);
      const from = Number(first?.['sequence']) + 1;
      const expected = Array.from({ length: Number(last) - from + 1 }, (_, index) => from + index);
      isTrue('frames', expected.length >= 5, 'five at least', expected.length);
      equal('sequences', sequences(await news(client)), expected);
    });
  },
  'a trade is one sequence: last_trade_price for each price it was made at, then price_change; index and count say so [F4]':
    async (stage) => {
      await cancelAll(stage);
      await subscribed(stage, {}, async (client, _first, market) => {
        await stage.trader(0).placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '10' });
        await stage.trader(0).placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '10' });
        await stage.trader(1).placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '15' });
        const all = await news(client);
        const own = all.filter(({ sequence }) => sequence === all.at(-1)?.['sequence']);
        equal('messages', kinds(own), ['last_trade_price', 'last_trade_price', 'price_change']);
        equal(
          'places',
          [valuesOf(own, 'index'), valuesOf(own, 'count')],
          [
            [0, 1, 2],
            [3, 3, 3],
          ],
        );
        const made = own.slice(0, 2).map(({ asset_id, price, size, side }) => [asset_id, price, size, side]);
        equal('first fill', made[0], [market.yes, '0.4', '10', 'BUY']);
        equal('second fill', made[1], [market.yes, '0.5', '5', 'BUY']);
        equal('last trade', (await bookOf(stage, market.yes))['last_trade_price'], '0.5');
      });
      await cancelAll(stage);
    },
  'custom_feature_enabled adds best_bid_ask when a best price changed; without it there is none [F5]': async (
    stage,
  ) => {
    await subscribed(stage, { custom_feature_enabled: true }, async (custom, _first, market) => {
      await subscribed(stage, {}, async (plain) => {
        await stage.trader(0).placed(cheap(market));
        const best = (await news(custom)).slice(1);
        equal('messages', kinds(best), ['best_bid_ask', 'best_bid_ask']);
        const prices = best.map(({ asset_id, best_bid, best_ask }) => [asset_id, best_bid, best_ask]);
        equal('best prices of YES', prices[0], [market.yes, '0.02', '1']);
        equal('best prices of NO', prices[1], [market.no, '0', '0.98']);
        equal('without it', kinds(await news(plain)), ['price_change']);
      });
    });
    await cancelAll(stage);
  },
  'grouped: all messages of a market that one entry caused are one array [F6]': async (stage) => {
    await cancelAll(stage);
    await subscribed(stage, { grouped: true, custom_feature_enabled: true }, async (client, _first, market) => {
      await stage.trader(0).placed(cheap(market));
      equal('messages', kinds(await client.next()), ['price_change', 'best_bid_ask', 'best_bid_ask']);
    });
    await cancelAll(stage);
  },
});

const SUBSCRIPTIONS = rules('admin', {
  'operation subscribe brings the books of further tokens, unsubscribe ends the frames of a market [F7]': async (
    stage,
  ) => {
    const market = marketOf(stage);
    const client = await FeedClient.open(stage.http.baseUrl, 'market');
    client.say({ type: 'market', assets_ids: [] });
    equal('no tokens', await client.next(), []);
    client.say({ operation: 'subscribe', assets_ids: [market.no] });
    const books = await client.next();
    equal('book', [kinds(books), valuesOf(books, 'asset_id')], [['book'], [market.no]]);
    client.say({ operation: 'unsubscribe', assets_ids: [market.no] });
    await client.all();
    await stage.trader(0).placed(cheap(market));
    equal('frames', await client.all(), []);
    client.leave();
    await cancelAll(stage);
  },
  'since brings exactly the missed frames and no book; one that is ahead gets resync and fresh books [F8]': async (
    stage,
  ) => {
    await subscribed(stage, {}, async (_client, [first], market) => {
      const seen = Number(first?.['sequence']);
      await stage.trader(0).placed(cheap(market));
      await stage.trader(0).placed(cheap(market, '0.03'));
      await subscribed(stage, { since: { [market.conditionId]: seen } }, async (again, start) => {
        equal('first frame', start, []);
        equal('missed', sequences(await news(again)), [seen + 1, seen + 2]);
      });
      await subscribed(stage, { since: { [market.conditionId]: seen + 1_000 } }, async (_again, start) => {
        equal('first frame', kinds(start), ['resync', 'book', 'book']);
        equal('resync', [start[0]?.['reason'], start[0]?.['sequence']], ['ahead', seen + 2]);
      });
    });
    await cancelAll(stage);
  },
});

const CONNECTIONS = rules(null, {
  'text PING is answered PONG at any time, also before a subscription [F9]': async ({ http }) => {
    for (const channel of ['market', 'user'] as const) {
      const client = await FeedClient.open(http.baseUrl, channel);
      equal(channel, await client.all(), []);
      client.leave();
    }
  },
  'a bad subscription gets an error message that names the field, and close 1008; a binary message 1003 [F10]': async ({
    http,
  }) => {
    const mistakes = [
      { text: '{"type":"market"}', code: 1008, names: /assets_ids/ },
      { text: '{"type":"market","assets_ids":["0x1"]}', code: 1008, names: /assets_ids/ },
      { text: 'subscribe', code: 1008, names: /JSON/ },
      { text: null, code: 1003, names: /text/ },
    ];
    for (const { text, code, names } of mistakes) {
      const client = await FeedClient.open(http.baseUrl, 'market');
      if (text === null) client.sayBytes(new Uint8Array(2));
      else client.say(text);
      const [message] = await client.next();
      equal('message', message?.['event_type'], 'error');
      isTrue('names', names.test(String(message?.['message'])), names, message);
      equal('close', (await client.ended()).code, code);
    }
  },
  'a plain GET of a feed is 426 [F11]': async ({ http }) => {
    for (const path of ['/ws/market', '/ws/user']) refused(await http.raw('GET', path), 426, /./);
  },
});

export const MARKET_FEED_RULES = [...STREAM, ...SUBSCRIPTIONS, ...CONNECTIONS];
