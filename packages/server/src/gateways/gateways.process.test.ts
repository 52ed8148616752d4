/**
 * A venue of two gateways as its clients have it: whichever their connections come to, there is one venue. What each test
 * asks goes over many connections, so that both gateways are in it; no test knows which.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '@bellwether/contract';
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { createDataDir, runBellwether, startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FeedClient, type Message } from '../feed/testing/feed-client.ts';
import { verifyDataFolder } from '../ops/verify.ts';
import { Lines, type Sent } from './testing/lines.ts';

const LINES = 24;
const HEALTH_MAX = 30;
/** As long as no test lasts, so that what is over a cap stays over it. */
const LONG = { seconds: 3_600 };

const dataDir = createDataDir();
let venue: VenueProcess;
let lines: Lines;
let event: Event;
let trader: Client;
let latest: Sent;
const signer = createSigner(`0x${'7'.repeat(64)}`);
const wallet = signer.address.toLowerCase();

const start = (settings: Readonly<Record<string, string>> = {}): Promise<VenueProcess> =>
  startVenueProcess({ dataDir, settings: { BELLWETHER_GATEWAYS: '2', ...settings } });

function clientOf(digit: string): Client {
  return createClient({
    baseUrl: venue.url,
    account: { signer: createSigner(`0x${digit.repeat(64)}`) },
    adminToken: venue.adminToken,
    retry: { attemptsMax: 1 },
    timeoutMs: 900_000,
    fetch: lines.fetch((sent) => {
      latest = sent;
    }),
  });
}

beforeAll(async () => {
  const caps = join(dataDir, 'caps.json');
  const health = [{ requests: HEALTH_MAX, ...LONG }];
  writeFileSync(caps, JSON.stringify({ health, work: [], book: [], connections: [] }));
  venue = await start({ BELLWETHER_LIMITS: caps });
  lines = new Lines(venue.url, LINES);
  trader = clientOf('7');
  await trader.auth.credentials();
  await trader.admin.deposit({ wallet, amount: '1000000' });
  const markets = ['One?', 'Two?'].map((question) => ({ question }));
  event = await trader.admin.addEvent({ title: 'Race', markets });
});

afterAll(() => lines.close());

const tokenId = (): string => event.markets[0]?.tokenIds?.[0] ?? expect.unreachable();
const openFeed = (channel: 'market' | 'user') => FeedClient.open(`${venue.url.replace('http', 'ws')}/ws/${channel}`);
const order = (price: number) => ({ tokenId: tokenId(), side: 'BUY', price: price.toFixed(2), size: '10' }) as const;

describe('two gateways', () => {
  test('a cap is one over all connections: it can be used up, and no request more passes [D48]', async () => {
    const answers = (await Promise.all([1, 2, 3].map(() => lines.askAll({ method: 'GET', path: '/' })))).flat();
    const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([HEALTH_MAX, 3 * LINES - HEALTH_MAX]);
    const told = answers.find(({ status }) => status === 429);
    expect(Number(told?.headers['retry-after'])).toBeGreaterThan(3_000);
  });

  test('an order that was answered is in the book, in its own read and in lists on every connection [D48]', async () => {
    for (let round = 1; round <= 12; round++) {
      const placed = await trader.orders.place(order(round / 100));
      const answers = await lines.askAll({ method: 'GET', path: `/book?token_id=${tokenId()}` });
      for (const { text } of answers) {
        const { bids } = JSON.parse(text) as { readonly bids: readonly { readonly price: string }[] };
        expect(bids.map(({ price }) => Number(price))).toContain(round / 100);
      }
      const reads = await lines.askAll({ method: 'GET', path: `/data/order/${placed.orderID}` });
      expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    }
    const list = await Promise.all(
      Array.from({ length: 8 }, () => trader.orders.list({ market: event.markets[0]?.conditionId ?? '' })),
    );
    for (const page of list) expect(page.data).toHaveLength(12);
  });

  test('the same signed order on all connections at once is one order with one answer [D48]', async () => {
    const before = await health();
    const other = clientOf('8');
    await other.auth.credentials();
    await trader.admin.deposit({ wallet: createSigner(`0x${'8'.repeat(64)}`).address.toLowerCase(), amount: '1000' });
    await other.orders.place(order(0.5));
    const answers = await lines.askAll(latest);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await health()).toBe(before + 1);
  });

  test('a signature is good for one effect, wherever it comes again, and is answered as it was [D48]', async () => {
    const free = async (): Promise<number> =>
      Number((await trader.account.get()).wallets.find(({ address }) => address === wallet)?.free);
    const split = { conditionId: event.markets[1]?.conditionId ?? '', amount: '5' };
    const start = await free();
    const first = await trader.account.split(split);
    const answers = await lines.askAll(latest);
    for (const { status, text } of answers) expect([status, JSON.parse(text)]).toEqual([200, first]);
    expect(await free()).toBe(start - 5);
  });

  test('one key has one effect: all at once, later, and refused with another body on every connection [D48]', async () => {
    const sent = {
      method: 'POST',
      path: '/admin/deposits',
      headers: {
        authorization: `Bearer ${venue.adminToken}`,
        'content-type': 'application/json',
        'idempotency-key': 'a-deposit-of-all-lines',
      },
    };
    const body = JSON.stringify({ wallet, amount: '7' });
    const opened = await lines.askAll({ ...sent, body });
    const later = await lines.askAll({ ...sent, body });
    expect(new Set([...opened, ...later].map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set([...opened, ...later].map(({ text }) => text)).size).toBe(1);
    const other = await lines.askAll({ ...sent, body: JSON.stringify({ wallet, amount: '8' }) });
    expect(new Set(other.map(({ status }) => status))).toEqual(new Set([422]));
  });

  test('a key that was revoked is good on no connection from that answer on [D48]', async () => {
    const other = clientOf('9');
    await other.auth.credentials();
    await other.account.get();
    const account = latest;
    expect(new Set((await lines.askAll(account)).map(({ status }) => status))).toEqual(new Set([200]));
    await other.request('deleteApiKey', {});
    expect(new Set((await lines.askAll(account)).map(({ status }) => status))).toEqual(new Set([401]));
  });

  test('feeds on many connections tell the same in the same order, without a gap [D48]', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => openFeed('market')));
    for (const reader of readers) reader.say({ type: 'market', assets_ids: [tokenId()] });
    const firsts = await Promise.all(readers.map((reader) => reader.next()));
    for (const first of firsts) expect(first).toEqual(firsts[0]);
    for (let round = 0; round < 10; round++) await trader.orders.place(order(0.2 + round / 100));
    const told = await Promise.all(
      readers.map(async (reader) => {
        const frames: Message[] = [];
        while (frames.length < 10) frames.push(...[await reader.next()].flat().filter(isPriceChange));
        return frames;
      }),
    );
    for (const frames of told) expect(frames).toEqual(told[0]);
    const sequences = (told[0] ?? []).map(({ sequence }) => Number(sequence));
    expect(sequences).toEqual(sequences.map((_, at) => (sequences[0] ?? 0) + at));
    for (const reader of readers) reader.ws.close();
  });

  test('a PING is answered behind everything that anyone has been told, at whichever gateway', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => openFeed('market')));
    for (const reader of readers) {
      reader.say({ type: 'market', assets_ids: [tokenId()] });
      await reader.next();
    }
    for (let round = 0; round < 10; round++) {
      await trader.orders.place(order(0.3 + round / 100));
      const frames = await Promise.all(readers.map((reader) => reader.all()));
      for (const own of frames) expect(own.flat().filter(isPriceChange)).toHaveLength(1);
    }
    for (const reader of readers) reader.ws.close();
  });

  test('a client of the feeds that comes back finds what it has missed at whichever gateway it comes to', async () => {
    const auth = await trader.auth.credentials();
    // A market and an account that no test before has listened to.
    const second = event.markets[1]?.tokenIds?.[0] ?? expect.unreachable();
    const [market, user] = [await openFeed('market'), await openFeed('user')];
    market.say({ type: 'market', assets_ids: [second] });
    user.say({ type: 'user', auth });
    const [book] = [await market.next()].flat();
    await user.all();
    // Gateways ask each other for these figures, behind what they told each other before.
    await lines.get(0, '/metrics');
    const orders = [];
    for (const price of [0.41, 0.42, 0.43])
      orders.push(await trader.orders.place({ ...order(price), tokenId: second }));
    const told = (await user.all()).flat();
    expect(told.map(({ id }) => id)).toEqual(orders.map(({ orderID }) => orderID));
    const changes = (await market.all()).flat();
    expect(changes).toHaveLength(3);
    for (let visit = 0; visit < 8; visit++) {
      const [ofMarket, ofUser] = [await openFeed('market'), await openFeed('user')];
      ofMarket.say({ type: 'market', assets_ids: [second], since: { [second]: book?.['sequence'] } });
      ofUser.say({ type: 'user', auth, since: told[0]?.['sequence'] });
      expect((await ofMarket.all()).flat()).toEqual(changes);
      expect((await ofUser.all()).flat()).toEqual(told.slice(1));
      ofMarket.ws.close();
      ofUser.ws.close();
    }
    market.ws.close();
    user.ws.close();
  });

  test('the figures are those of all gateways together [D48]', async () => {
    const counted = async (): Promise<number> => {
      const { text } = await lines.get(0, '/metrics');
      return Number(/http_requests_total\{method="GET",route="\/time",status="200"\} ([0-9]+)/.exec(text)?.[1] ?? 0);
    };
    const before = await counted();
    await lines.askAll({ method: 'GET', path: '/time' });
    // A text is made once a second.
    await eventually(async () => expect(await counted()).toBe(before + LINES));
    const { text } = await lines.get(1, '/metrics');
    const sequence = Number(/^bellwether_sequence ([0-9]+)/m.exec(text)?.[1]);
    expect(sequence).toBeGreaterThan(20);
    expect(sequence).toBeLessThan(2 * (await entries()));
  });

  test('a port that another venue listens at is refused, and a stop ends all gateways in order [D48]', async () => {
    const settings = { BELLWETHER_GATEWAYS: '2', BELLWETHER_PORT: new URL(venue.url).port };
    const end = await runBellwether(['serve'], { dataDir: createDataDir(), settings });
    expect(end.code).toBe(1);
    expect(end.stderr).toContain('EADDRINUSE');

    const placing = Array.from({ length: 30 }, (_, index) =>
      trader.orders.place(order(0.3 + index / 100)).then(
        ({ orderID }) => orderID,
        () => null,
      ),
    );
    const ending = venue.end();
    const accepted = (await Promise.all(placing)).filter((orderId) => orderId !== null);
    expect((await ending).code).toBe(0);
    expect(await verifyDataFolder(dataDir, () => undefined)).toBe(true);
    lines.close();
    venue = await start();
    lines = new Lines(venue.url, LINES);
    for (const orderId of accepted) expect((await lines.get(0, `/data/order/${orderId}`)).status).toBe(200);
    expect((await venue.end()).code).toBe(0);
  });
});

const isPriceChange = ({ event_type }: Message): boolean => event_type === 'price_change';

/** Orders ever accepted. */
async function health(): Promise<number> {
  return (await trader.admin.health()).orders_accepted;
}

async function entries(): Promise<number> {
  return (await trader.admin.health()).journal_sequence;
}
