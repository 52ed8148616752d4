/** The SDK's feeds against a running venue: joined, cut off, silenced, with dropped frames, and read too slowly. */
import {
  type Book,
  type BookFeedItem,
  type Client,
  createClient,
  createSigner,
  foldBalance,
  type MarketFeedItem,
  type UserMessage,
  type WebSocketLike,
} from '@bellwether/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BadNetwork, startBadNetwork } from './testing/bad-network.ts';
import { type Market, type Stage, startStage } from './testing/stage.ts';

let stage: Stage;
let network: BadNetwork;
let market: Market;
let maker: Client;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  network = await startBadNetwork(stage.url);
  market = await stage.addMarket();
  maker = stage.trader();
});
afterEach(() => network.close());

/** A client whose feeds go through the bad network. */
const reader = (options: object = {}): Client =>
  createClient({ baseUrl: network.url, retry: { attemptsMax: 20, delayMs: 5, delayMsMax: 50 }, ...options });

const bid = (price: string, size = '10') => maker.orders.place({ tokenId: market.yes, side: 'BUY', price, size });

/** The default profile includes the sequence in every book. */
const sequenceOf = ({ sequence }: { readonly sequence?: number }): number =>
  sequence ?? expect.unreachable('no sequence');

async function next<Item extends { readonly kind: string }, Kind extends Item['kind']>(
  feed: AsyncIterator<Item, undefined>,
  kind: Kind,
): Promise<Extract<Item, { kind: Kind }>> {
  const { value } = await feed.next();
  expect(value?.kind, JSON.stringify(value)).toBe(kind);
  return value as Extract<Item, { kind: Kind }>;
}

/** Reads until an item fits; fails for kinds that are not `passed`. */
async function until<Item extends { readonly kind: string }>(
  feed: AsyncIterator<Item, undefined>,
  fits: (item: Item) => boolean,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const { value } = await feed.next();
    if (value === undefined) return expect.unreachable('the feed ended');
    items.push(value);
    if (fits(value)) return items;
  }
}

const isBookAt = (book: Book) => (item: BookFeedItem) => item.kind === 'book' && item.book.sequence >= sequenceOf(book);

test('sdk: a live book is the one that GET /book shows, change after change, for both tokens', async () => {
  const feed = reader().feeds.books([market.yes, market.no]);
  await next(feed, 'connected');
  for (const price of ['0.4', '0.45', '0.4', '0.3']) await bid(price);
  await maker.orders.cancelAll();
  await bid('0.2', '7.5');
  await maker.account.split({ conditionId: market.conditionId, amount: '20' });
  await stage.trader().orders.place({ tokenId: market.no, side: 'BUY', price: '0.8', size: '5' });
  await stage.operator.admin.updateMarket(market.conditionId, { minimum_tick_size: 0.001 });
  for (const tokenId of [market.yes, market.no]) {
    const truth = await stage.operator.books.get(tokenId);
    if (feed.current(tokenId)?.sequence !== truth.sequence)
      await until(feed, (item) => isBookAt(truth)(item) && item.kind === 'book' && item.tokenId === tokenId);
    expect(feed.current(tokenId)).toEqual(truth);
    expect(truth.last_trade_price).not.toBe('');
  }
  feed.close();
  expect(await feed.next()).toEqual({ done: true, value: undefined });
});

test('sdk: a reader that is slower than the market gets the newest book and how many it skipped', async () => {
  const feed = reader().feeds.book(market.yes);
  await next(feed, 'connected');
  await next(feed, 'book');
  for (let count = 1; count <= 10; count += 1) await bid(`0.${10 + count}`);
  const truth = await stage.operator.books.get(market.yes);
  await expect.poll(() => feed.current(market.yes)?.sequence).toBe(truth.sequence);
  expect(await next(feed, 'book')).toMatchObject({ book: truth, skipped: 9 });
  feed.close();
});

test('sdk: a killed socket: the reader is told, and the book is right again without a resync [S3]', async () => {
  const feed = reader().feeds.book(market.yes);
  await next(feed, 'connected');
  await next(feed, 'book');
  for (let round = 1; round <= 3; round += 1) {
    network.isDown = true;
    network.cutAll();
    await bid(`0.1${round}`);
    expect((await next(feed, 'disconnected')).reason).not.toBe('');
    network.isDown = false;
    const items = await until(feed, isBookAt(await stage.operator.books.get(market.yes)));
    expect(items.map(({ kind }) => kind)).not.toContain('resync');
    expect(feed.current(market.yes)).toEqual(await stage.operator.books.get(market.yes));
  }
  feed.close();
});

test('sdk: a cable that is pulled without a word is noticed', async () => {
  const feed = reader().feeds.book(market.yes, { pingIntervalMs: 500 });
  // On a busy machine this silence may occur before the feed is ready.
  await until(feed, ({ kind }) => kind === 'book');
  network.isSilent = true;
  await bid('0.33');
  const [ended, ...others] = await until(feed, ({ kind }) => kind === 'disconnected');
  expect([ended, others]).toMatchObject([{ reason: 'nothing heard of the venue' }, []]);
  network.cutAll();
  network.isSilent = false;
  const truth = await stage.operator.books.get(market.yes);
  await until(feed, isBookAt(truth));
  expect(feed.current(market.yes)).toEqual(truth);
  feed.close();
});

test('sdk: a frame that is lost or altered is found out; no book is shown that never was [S2]', async () => {
  const truths = new Map<number, Book>();
  const remember = async (): Promise<Book> => {
    const truth = await stage.operator.books.get(market.yes);
    truths.set(sequenceOf(truth), truth);
    return truth;
  };
  await remember();
  const spoil: ((text: string) => string | null)[] = [];
  const feed = reader({ webSocket: (url: string) => spoiled(new WebSocket(url), spoil) }).feeds.book(market.yes);
  await next(feed, 'connected');
  await next(feed, 'book');
  const seen: BookFeedItem[] = [];
  for (const change of [() => null, (text: string) => text.replaceAll(/"size":"[0-9]+"/g, '"size":"11"')]) {
    spoil.push(change);
    await bid('0.21');
    await remember();
    await bid('0.22');
    seen.push(...(await until(feed, isBookAt(await remember()))));
  }
  expect(seen.flatMap((item) => (item.kind === 'resync' ? [item.reason] : []))).toEqual(['gap', 'hash_mismatch']);
  for (const item of seen) if (item.kind === 'book') expect(item.book).toEqual(truths.get(item.book.sequence));
  feed.close();
});

/** Applies the first of `changes` to the next frame that changes prices; null drops the frame. */
const spoiled = (socket: WebSocket, changes: ((text: string) => string | null)[]): WebSocketLike => ({
  send: (text) => socket.send(text),
  close: () => socket.close(),
  addEventListener: (type: string, listener: (event: never) => void) => {
    if (type !== 'message') return socket.addEventListener(type, listener as () => void);
    socket.addEventListener('message', ({ data }) => {
      const text = String(data);
      const change = text.includes('price_change') ? changes.shift() : undefined;
      const changed = change === undefined ? text : change(text);
      if (changed !== null) listener({ data: changed } as never);
    });
  },
});

const messagesOf = (items: readonly MarketFeedItem[]) =>
  items.flatMap((item) => (item.kind === 'message' ? [item.message] : []));

test('sdk: a reader that falls behind is told and begins again with a book', async () => {
  const feed = reader().feeds.market({ tokens: [market.yes], bufferMax: 3 });
  await next(feed, 'connected');
  await next(feed, 'message');
  for (let count = 1; count <= 8; count += 1) await bid(`0.${10 + count}`);
  const witness = reader().feeds.book(market.yes);
  await until(witness, isBookAt(await stage.operator.books.get(market.yes)));
  witness.close();
  const items = await until(feed, (item) => item.kind === 'message' && item.message.event_type === 'book');
  const truth = await stage.operator.books.get(market.yes);
  const resync = { reason: 'slow_consumer', market: market.conditionId, tokenIds: [market.yes] };
  expect(items.find(({ kind }) => kind === 'resync')).toMatchObject(resync);
  expect(items.at(-1)).toMatchObject({ message: truth });
  await bid('0.9', '5');
  expect((await next(feed, 'message')).message).toMatchObject({ sequence: sequenceOf(truth) + 1 });
  feed.close();
});

test('sdk: tokens come and go on one connection; new markets are told', async () => {
  const other = await stage.addMarket();
  const feed = reader().feeds.market({ tokens: [market.yes], custom: true });
  await next(feed, 'connected');
  await next(feed, 'message');
  feed.subscribe(await reader().feeds.tokensOf([other.conditionId]));
  const books = [await next(feed, 'message'), await next(feed, 'message')];
  const tokens = books.map(({ message }) => message.event_type === 'book' && message.asset_id);
  expect(tokens).toEqual([other.yes, other.no]);
  feed.unsubscribe([market.yes]);
  await bid('0.5');
  const added = await stage.addMarket();
  const [item] = messagesOf(await until(feed, ({ kind }) => kind === 'message'));
  expect(item).toMatchObject({ event_type: 'new_market', condition_id: added.conditionId });
  feed.close();
});

test('sdk: leaving the loop and aborting both end a feed', async () => {
  for await (const item of reader().feeds.market({ tokens: [market.yes] })) if (item.kind === 'message') break;
  const stop = new AbortController();
  const feed = reader().feeds.market({ tokens: [market.yes], signal: stop.signal });
  await next(feed, 'connected');
  await next(feed, 'message');
  const waiting = expect(feed.next()).rejects.toMatchObject({ kind: 'aborted' });
  stop.abort();
  await waiting;
  expect((await feed.next()).done).toBe(true);
});

const orderOf = (message: UserMessage): string | undefined =>
  message.event_type === 'order' ? message.id : message.maker_orders[0]?.order_id;

test('sdk: every order and trade once, and the account kept from balance items, whatever happens to the connection', async () => {
  const signer = createSigner(`0x${'5'.repeat(64)}`);
  const trader = stage.trader(stage.url, { signer });
  const feed = stage.trader(network.url, { signer }).feeds.user({ balances: true });
  const silent = stage.trader(network.url, { signer }).feeds.user();
  await next(feed, 'connected');
  await next(silent, 'connected');
  await maker.account.split({ conditionId: market.conditionId, amount: '30' });
  let account = await trader.account.get();
  const expected: string[] = [];
  const seen: string[][] = [[], []];
  for (let round = 1; round <= 3; round += 1) {
    // In the first round all is well; in the others everything happens while the feeds are cut off.
    network.isDown = round > 1;
    if (network.isDown) network.cutAll();
    await stage.operator.admin.deposit({ wallet: signer.address, amount: '7.25' });
    await trader.account.split({ conditionId: market.conditionId, amount: '12' });
    await trader.account.merge({ conditionId: market.conditionId, amount: round === 3 ? '4' : '12' });
    const { orderID } = await trader.orders.place({ tokenId: market.yes, side: 'BUY', price: '0.3', size: '10' });
    await maker.orders.place({ type: 'FAK', tokenId: market.yes, side: 'SELL', shares: '4' });
    await trader.orders.cancel(orderID);
    expected.push(`PLACEMENT ${orderID}`, `UPDATE ${orderID}`, `TRADE ${orderID}`, `CANCELLATION ${orderID}`);
    network.isDown = false;
    const truth = await trader.account.get();
    const told = [
      await until(feed, (item) => item.kind === 'balance' && item.message.sequence === truth.sequence),
      await until(silent, (item) => item.kind === 'message' && item.message.type === 'CANCELLATION'),
    ];
    for (const [index, items] of told.entries()) {
      const kinds = items.map(({ kind }) => kind);
      expect(kinds).not.toContain('resync');
      expect([kinds.includes('disconnected'), kinds.includes('balance')]).toEqual([round > 1, index === 0]);
      for (const item of items) {
        if (item.kind === 'message') seen[index]?.push(`${item.message.type} ${orderOf(item.message)}`);
        if (item.kind === 'balance') account = foldBalance(account, item.message);
      }
    }
    expect(account.wallets).toEqual(truth.wallets);
  }
  for (const each of seen) expect(each.toSorted()).toEqual(expected.toSorted());
  for (const each of [feed, silent]) each.close();
});

test('sdk: credentials that are wrong end it with the reason', async () => {
  const wrong = { apiKey: '6f1f5a4e-0000-4000-8000-000000000000', secret: 'AAAA', passphrase: '0'.repeat(64) };
  const feed = reader({ account: { signer: `0x${'5'.repeat(64)}`, credentials: wrong } }).feeds.user();
  await expect(feed.next()).rejects.toMatchObject({ kind: 'feed', code: 'invalid_credentials' });
  expect((await feed.next()).done).toBe(true);
});
