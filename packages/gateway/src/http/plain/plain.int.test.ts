import { capTable } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { bodyOf, getBytes as get, openKept, signedBytes, statusOf } from '../testing/kept-client.ts';
import { openTestVenue } from '../testing/open-venue.ts';
import type { StackOptions } from '../testing/stack.ts';
import { addMarket, Trader } from '../testing/trader.ts';
import { isPlain } from './lane.ts';

const WAIT = { interval: 5 };

async function start(options: StackOptions = {}) {
  /** How each request was read, oldest first. */
  const ways: ('plain' | 'parsed')[] = [];
  const own = await openTestVenue({
    ...options,
    extend: (app, ...rest) => {
      app.addHook('onRequest', (request, _reply, done) => {
        ways.push(isPlain(request.raw) ? 'plain' : 'parsed');
        done();
      });
      options.extend?.(app, ...rest);
    },
  });
  const trader = await Trader.open(own, '1');
  const market = await addMarket(own, 'Will it rain?');
  ways.length = 0;
  return { own, trader, market, ways };
}
type Venue = Awaited<ReturnType<typeof start>>;

async function order({ trader, market }: Venue, size = '10'): Promise<string> {
  const { body } = await trader.sign({ tokenId: market.yes, side: 'BUY', price: '0.5', size });
  return signedBytes(trader, { body: JSON.stringify(body) });
}

test('plain: what comes behind a request that is not answered waits, and answers keep their order', async () => {
  const venue = await start();
  const client = await openKept(venue.own);
  await client.ask(get('/time'));
  const [first, second] = [await order(venue), await order(venue, '20')];
  client.socket.write(first);
  await expect.poll(() => venue.ways.length, WAIT).toBe(2);
  client.socket.write(second + get(`/book?token_id=${venue.market.yes}`));
  expect(bodyOf(await client.answer())).toMatchObject({ success: true });
  expect(bodyOf(await client.answer())).toMatchObject({ success: true });
  expect(bodyOf(await client.answer())).toMatchObject({ asset_id: venue.market.yes });
  // Two requests at once go to the parser, and so does everything after them.
  expect(venue.ways.slice(0, 2)).toEqual(['parsed', 'plain']);
});

test('plain: a head that comes before its body is given to the parser, and the next request is plain again', async () => {
  const venue = await start();
  const client = await openKept(venue.own);
  await client.ask(get('/time'));
  const bytes = await order(venue);
  const at = bytes.indexOf('\r\n\r\n') + 4;
  client.socket.write(bytes.slice(0, at));
  await expect.poll(() => venue.ways.length, WAIT).toBe(2);
  expect(bodyOf(await client.ask(bytes.slice(at)))).toMatchObject({ success: true });
  await client.ask(get(`/book?token_id=${venue.market.yes}`));
  expect(venue.ways).toEqual(['parsed', 'parsed', 'plain']);
});

test('plain: other routes, bodies of reads and connections that are to close go through the parser', async () => {
  const venue = await start();
  const book = `/book?token_id=${venue.market.yes}`;
  const client = await openKept(venue.own);
  await client.ask(get('/time'));
  await client.ask(get('/time'));
  await client.ask(`GET ${book} HTTP/1.1\r\nhost: venue\r\ncontent-length: 2\r\n\r\n{}`);
  expect(await client.ask(get(book, 'connection: close\r\n'))).toMatch(/\r\nConnection: close\r\n/);
  expect(venue.ways).toEqual(['parsed', 'parsed', 'parsed', 'parsed']);
});

test('plain: a client that closes its side after its order gets its answer, and then the end', async () => {
  const venue = await start();
  const client = await openKept(venue.own, true);
  await client.ask(get('/time'));
  client.socket.end(await order(venue));
  expect(bodyOf(await client.answer())).toMatchObject({ success: true });
  await expect.poll(() => client.socket.readableEnded, WAIT).toBe(true);
  expect(venue.ways).toEqual(['parsed', 'plain']);
});

/** One book request a second; one more waits for its turn, and another is refused. */
const TIGHT = capTable({ book: [{ requests: 1, seconds: 1 }] });

test('plain: one that waits for its cap gives up its place with its client, and the next one has it', async () => {
  const venue = await start({ limits: TIGHT });
  const { timers } = venue.own;
  const book = get(`/book?token_id=${venue.market.yes}`);
  const [first, second] = [await openKept(venue.own), await openKept(venue.own)];
  for (const client of [first, second]) await client.ask(get('/time'));
  expect(statusOf(await first.ask(book))).toBe(200);
  first.socket.write(book);
  await expect.poll(() => timers.pending, WAIT).toBe(1);
  expect(statusOf(await second.ask(book))).toBe(429);
  first.socket.resetAndDestroy();
  await expect.poll(() => timers.pending, WAIT).toBe(0);
  second.socket.write(book);
  await expect.poll(() => timers.pending, WAIT).toBe(1);
  timers.advance(1_000);
  expect(statusOf(await second.answer())).toBe(200);
  expect(venue.ways.slice(2)).toEqual(['plain', 'plain', 'plain', 'plain']);
});

test('plain: a stop lets an order that is under way be answered, and takes no more this way [W41]', async () => {
  const held = Promise.withResolvers<void>();
  const venue = await start({
    extend: (_app, _dependencies, exchange) => {
      const submit = exchange.submit.bind(exchange);
      exchange.submit = async (command) => {
        if (command.kind === 'PlaceOrder') await held.promise;
        return submit(command);
      };
    },
  });
  const client = await openKept(venue.own);
  await client.ask(get('/time'));
  client.socket.write(await order(venue));
  await expect.poll(() => venue.ways.length, WAIT).toBe(2);
  let hasClosed = false;
  const closing = venue.own.app.close().then(() => {
    hasClosed = true;
  });
  const late = await openKept(venue.own);
  await expect.poll(async () => statusOf(await late.ask(get('/time'))), WAIT).toBe(503);
  expect(hasClosed).toBe(false);
  held.resolve();
  expect(bodyOf(await client.answer())).toMatchObject({ success: true });
  await closing;
  expect(venue.ways.slice(0, 2)).toEqual(['parsed', 'plain']);
});
