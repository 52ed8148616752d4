/**
 * The SDK with a venue in the profile of the ecosystem's clients: it detects prefix, chain and signing domains by
 * itself.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stage, startStage } from './testing/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ BELLWETHER_PROFILE: 'polymarket' });
});
afterAll(() => stage.stop());

test('sdk: trades in each kind of market of another profile, which have a signing domain each', async () => {
  const venue = await stage.operator.venue.get();
  expect(venue.authPrefixes[0]).toBe('POLY_');
  expect(venue.negRiskDomain?.verifyingContract).not.toBe(venue.domain.verifyingContract);
  const trader = stage.trader();
  const normal = await stage.addMarket();
  const questions = ['Ann?', 'Bob?'].map((question) => ({ question }));
  const event = await stage.operator.admin.addEvent({ title: 'Who wins?', negRisk: true, markets: questions });
  const negRisk = event.markets[0]?.tokenIds[0] ?? '';
  expect(venue.v2Domain).toMatchObject({ version: '3' });
  const v2 = { title: 'Who wins next?', version: 'v2', negRisk: true, markets: questions };
  const ofV2 = (await stage.operator.admin.addEvent(v2)).markets[0]?.tokenIds[0] ?? '';
  for (const tokenId of [normal.yes, negRisk, ofV2]) {
    const order = { tokenId, side: 'BUY', price: '0.5', size: '10' } as const;
    expect((await trader.orders.place(order)).status).toBe('live');
    const fak = { type: 'FAK', tokenId, side: 'BUY', price: '0.6', amount: '5', tick: '0.01' } as const;
    await expect(trader.orders.place(fak)).rejects.toMatchObject({ code: 'fak_no_match' });
  }
  expect((await trader.account.get()).openOrders).toBe(3);
});

test('sdk: books prove themselves there too', async () => {
  const { yes } = await stage.addMarket();
  const trader = stage.trader();
  const feed = trader.feeds.book(yes);
  await feed.next();
  expect((await feed.next()).value).toMatchObject({ kind: 'book', book: { bids: [] } });
  await trader.orders.place({ tokenId: yes, side: 'BUY', price: '0.5', size: '10' });
  expect((await feed.next()).value).toMatchObject({ kind: 'book', book: { bids: [{ price: '0.5', size: '10' }] } });
  feed.close();
});
