/**
 * pmxt as published on npm: `pmxt-server` (of `pmxt-core`), started by its own command, and `pmxtjs`, which talks to
 * it. Only hosts, chain and key are configured. Requests to hosts that are fixed in the package reach the venue because
 * those names lead there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Side } from '@polymarket/clob-client-v2';
import pmxt, { type Polymarket } from 'pmxtjs';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPmxtMachine, PMXT_SETTINGS, type PmxtMachine, startPmxtServer } from './pmxt-stage.testing.ts';
import { proves } from './proves.ts';
import { runProgram } from './run-program.testing.ts';
import { addMarket, keyOf, openStage, openTrader, type Stage, type StageMarket, startVenue } from './stage.ts';
import { forVenue, programOf, STARTS } from './starts/starts.ts';

const README = join(import.meta.dirname, '../node_modules/pmxtjs/README.md');

let venue: Awaited<ReturnType<typeof startVenue>>;
let stage: Stage;
let machine: PmxtMachine;
let homeBefore: string | undefined;
beforeAll(async () => {
  // These processes choose among all markets.
  venue = await startVenue(PMXT_SETTINGS);
  stage = await openStage(venue, 137);
  machine = await openPmxtMachine(venue);
  await startPmxtServer(machine);
  // The client finds the process through a file in the home folder.
  homeBefore = process.env['HOME'];
  process.env['HOME'] = machine.home;
});
afterAll(async () => {
  if (homeBefore === undefined) delete process.env['HOME'];
  else process.env['HOME'] = homeBefore;
  machine?.close();
  await venue?.stop();
});

const reader = (): Polymarket => new pmxt.Polymarket({ autoStartServer: false });
const trader = (name: string): Polymarket =>
  new pmxt.Polymarket({ privateKey: keyOf(stage.venue, name), signatureType: 'eoa', autoStartServer: false });

/** A new event with one market, in which 20 are bid at 0.4 and 20 offered at 0.5. */
async function quoted(title: string): Promise<StageMarket> {
  const market = await addMarket(stage.venue, title);
  const order = { price: 0.4, size: 20, side: Side.BUY };
  await stage.bob.client.createAndPostOrder({ ...order, tokenID: market.yes });
  await stage.bob.client.createAndPostOrder({ ...order, tokenID: market.no, price: 0.5 });
  return market;
}

test('pmxt: markets and events by words, slug, id and event, with their prices', async () => {
  proves('pmxtjs', 'catalog', 'catalog-pages');
  const { yes, no, eventId } = await quoted('Comet');
  const poly = reader();
  const [found, ...others] = await poly.fetchMarkets({ query: 'Comet' });
  expect(others).toEqual([]);
  expect(found).toMatchObject({ eventId, title: expect.stringContaining('Comet') });
  const prices = found?.outcomes.map(({ outcomeId, price }) => [outcomeId, price]);
  expect(prices).toEqual([yes, no].map((id, index) => [id, [0.45, 0.55][index]]));
  const { marketId = '', slug = '' } = found ?? {};
  for (const params of [{ slug }, { marketId }, { eventId }])
    expect(await poly.fetchMarkets(params)).toMatchObject([{ marketId, outcomes: [{ price: 0.45 }, { price: 0.55 }] }]);
  for (const params of [{ query: 'Comet' }, { eventId }])
    expect(await poly.fetchEvents(params)).toMatchObject([{ id: eventId, markets: [{ marketId }] }]);
  const all = await poly.fetchMarkets({ sort: 'volume' });
  expect(all.map((market) => market.marketId)).toContain(marketId);
  const pages: string[] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await poly.fetchMarketsPaginated({ limit: 2, ...(cursor !== undefined && { cursor }) });
    pages.push(...page.data.map((market) => market.marketId));
    cursor = page.nextCursor ?? undefined;
  }
  expect(pages.toSorted()).toEqual(all.map((market) => market.marketId).toSorted());
  expect(pages.length).toBeGreaterThan(2);
});

test('pmxt: book and candles, from hosts that are fixed in the package', async () => {
  proves('pmxtjs', 'books', 'history');
  const { yes, no } = await quoted('Eclipse');
  const book = await reader().fetchOrderBook(yes);
  expect(book).toMatchObject({ bids: [{ price: 0.4, size: 20 }], asks: [{ price: 0.5, size: 20 }] });
  expect(await reader().fetchOrderBook(no)).toMatchObject({ bids: [{ price: 0.5 }], asks: [{ price: 0.6 }] });
  // Without a key the client names the outcome to its own process in a form which that process does not know.
  const candles = await trader('c').fetchOHLCV(yes, { resolution: '1m', limit: 30 });
  expect(candles.at(-1)).toMatchObject({ close: 0.45, high: 0.45 });
  await expect(reader().fetchOHLCV(yes, { resolution: '1m' })).rejects.toThrow('ID cannot be empty');
  expect(machine.hosts.asked).toContain('clob.polymarket.com');
});

test('pmxt: a limit order rests, is listed and cancelled; the money is held as long', async () => {
  proves('pmxtjs', 'keys', 'limit', 'cancel', 'balances');
  const { yes } = await quoted('Frost');
  const poly = trader('d');
  const [market] = await poly.fetchMarkets({ query: 'Frost' });
  const outcome = market?.outcomes[0];
  if (outcome === undefined) expect.unreachable('no outcome');
  const order = await poly.createOrder({ outcome, side: 'buy', type: 'limit', amount: 10, price: 0.3 });
  expect(order).toMatchObject({ outcomeId: yes, status: 'open', price: 0.3, amount: 10, filled: 0, remaining: 10 });
  const rests = { id: order.id, outcomeId: yes, side: 'buy', price: 0.3, amount: 10, filled: 0, remaining: 10 };
  expect(await poly.fetchOpenOrders()).toMatchObject([rests]);
  expect(await poly.fetchOrder(order.id)).toMatchObject({ ...rests, status: 'live' });
  expect(await poly.fetchBalance()).toEqual([{ currency: 'USDC', total: 10_000, available: 9_997, locked: 3 }]);
  expect(await poly.cancelOrder(order.id)).toMatchObject({ id: order.id, status: 'cancelled' });
  expect(await poly.fetchOpenOrders()).toEqual([]);
  expect(await poly.fetchBalance()).toMatchObject([{ available: 10_000, locked: 0 }]);
});

test('pmxt: a market order is filled; both sides see trade, position and money [S19]', async () => {
  proves('pmxtjs', 'market', 'fill-taker', 'fill-maker', 'data');
  await addMarket(stage.venue, 'Geyser');
  const maker = trader('e');
  const taker = trader('f');
  const [listed] = await maker.fetchMarkets({ query: 'Geyser' });
  const [yes, no] = listed?.outcomes ?? [];
  if (yes === undefined || no === undefined) expect.unreachable('no outcomes');
  const rested = await maker.createOrder({ outcome: no, side: 'buy', type: 'limit', amount: 20, price: 0.5 });
  const bought = await taker.createOrder({ outcome: yes, side: 'buy', type: 'market', amount: 6 });
  expect(await taker.fetchOrder(bought.id)).toMatchObject({ status: 'matched', filled: 6, remaining: 0 });
  expect(await maker.fetchOrder(rested.id)).toMatchObject({ status: 'live', filled: 6, remaining: 14 });
  expect(await maker.fetchOpenOrders()).toMatchObject([{ id: rested.id, filled: 6, remaining: 14 }]);
  expect(await taker.fetchMyTrades({ limit: 10 })).toMatchObject([{ price: 0.5, amount: 6, side: 'buy' }]);
  const hour = 3_600_000;
  const ago = new Date(Date.now() - hour);
  const ahead = new Date(Date.now() + hour);
  expect(await taker.fetchMyTrades({ since: ago, until: ahead })).toMatchObject([{ amount: 6 }]);
  expect(await taker.fetchMyTrades({ since: ahead })).toEqual([]);
  const trades = await taker.fetchTrades(yes, { limit: 10, start: ago, end: ahead });
  expect(trades).toMatchObject([{ price: 0.5, amount: 6, side: 'buy' }]);
  // Only trades of this outcome and in this period.
  expect(await taker.fetchTrades(no, { limit: 10 })).toEqual([]);
  expect(await taker.fetchTrades(yes, { limit: 10, start: ahead })).toEqual([]);
  expect(await taker.fetchBalance()).toMatchObject([{ total: 9_997, available: 9_997 }]);
  // The maker has paid for six shares, and the bid for fourteen more is held: ten in all.
  expect(await maker.fetchBalance()).toMatchObject([{ total: 9_997, available: 9_990, locked: 7 }]);
  const held = { size: 6, entryPrice: 0.5, realizedPnL: 0 };
  expect(await taker.fetchPositions()).toMatchObject([{ ...held, outcomeLabel: 'Yes', marketId: listed?.marketId }]);
  const { address } = privateKeyToAccount(keyOf(stage.venue, 'e'));
  expect(await reader().fetchPositions(address)).toMatchObject([{ ...held, outcomeLabel: 'No' }]);
});

test('pmxt: more open orders than a page holds are all listed', async () => {
  proves('pmxtjs', 'own-orders');
  const { yes } = await quoted('Harvest');
  const { client } = await openTrader(stage.venue, '9', { chain: 137 });
  const ids: string[] = [];
  for (let count = 0; count < 105; count += 15) {
    const orders = await Promise.all(
      Array.from({ length: 15 }, async () => ({
        order: await client.createOrder({ tokenID: yes, price: 0.1, size: 5, side: Side.BUY }),
        orderType: 'GTC' as never,
      })),
    );
    for (const { orderID } of (await client.postOrders(orders)) as { orderID: string }[]) ids.push(orderID);
  }
  const open = await trader('9').fetchOpenOrders();
  expect(open.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('pmxt: the example of its README runs with a key and hosts, its process started by itself [S19]', async () => {
  proves('pmxtjs', 'readme');
  await quoted('Trump');
  const other = await openPmxtMachine(stage.venue);
  onTestFinished(() => other.close());
  const [, example = ''] = /## Quick Start\n+```typescript\n(.*?)```/s.exec(readFileSync(README, 'utf8')) ?? [];
  expect(example).toContain('new pmxt.Polymarket()');
  const made = `new pmxt.Polymarket({ privateKey: '${keyOf(stage.venue, '8')}' })`;
  const code = example.replace('new pmxt.Polymarket()', made);
  const said = await runProgram(code, { language: 'ts', until: /^Spread: .*$/m, env: other.environment });
  expect(said).toMatch(/^Trump \d+ - Trump \d+, question 0\?$/m);
  expect(said).toMatch(/: 45\.0%$/m);
  expect(said).toMatch(/^Spread: 10\.00%$/m);
  // Candles and book came from host names that are fixed in the package.
  expect(other.hosts.asked).toContain('clob.polymarket.com');
});

test('pmxt: its start of “Bring your bot” runs as it is shown', async () => {
  proves('pmxtjs', 'limit', 'cancel');
  await quoted('Ibis');
  const start = STARTS.find(({ client }) => client === 'pmxtjs');
  if (start === undefined) expect.unreachable('no start');
  const other = await openPmxtMachine(stage.venue);
  onTestFinished(() => other.close());
  const { HOME = '', USERPROFILE = '', PATH = '' } = other.environment;
  const code = forVenue(programOf(start), stage.venue.url);
  const env = { HOME, USERPROFILE, PATH, ...other.hosts.environment };
  // The program ends by itself, after the process that it started.
  expect(await runProgram(code, { language: 'mjs', until: null, env })).toMatch(start.says);
});
