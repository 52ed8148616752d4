import { assertInvariants, marketId } from '@bellwether/engine';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { entriesOf, stateOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { createDataDir } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { expect, test } from 'vitest';
import { verified } from '../../ops/testing/verified.ts';
import { ExchangeChild } from '../testing/exchange-child.ts';

const ORDERS = 450;

const dataDir = createDataDir();

const endings = (): ChainedEntry[] => entriesOf(dataDir).filter(({ command }) => command.kind === 'EndTrading');

test('closing time: killed before the time comes and again while orders are cancelled, it is carried out once [E25]', async () => {
  const orders = Array.from({ length: ORDERS }, (_, salt) => placeOrder({ salt, account: 0, price: 3000, shares: 5 }));
  const first = new ExchangeChild(dataDir);
  await first.ready;
  await first.submitAll([
    ...setUpCommands(2, 2),
    // An hour ahead of this run's clock, and long past on the next run's clock.
    { kind: 'UpdateMarket', market: marketId(0), changes: { closeTimeMs: Date.now() + 3_600_000 } },
    ...orders,
    placeOrder({ salt: ORDERS, account: 1, market: 1, price: 3000, shares: 5 }),
  ]);
  await first.kill();
  expect(endings()).toEqual([]);

  const second = new ExchangeChild(dataDir, { isFast: true });
  await second.ready;
  await eventually(() => expect(endings()).not.toEqual([]));
  await second.kill();

  const third = new ExchangeChild(dataDir, { isFast: true });
  await third.ready;
  const canceled = () => endings().flatMap(({ events }) => events.filter(({ kind }) => kind === 'OrderCanceled'));
  await eventually(() => expect(canceled()).toHaveLength(ORDERS));
  await third.end();

  expect(endings().flatMap(({ events }) => events.filter(({ kind }) => kind === 'TradingEnded'))).toHaveLength(1);
  expect(new Set(canceled().map((event) => JSON.stringify(event))).size).toBe(ORDERS);
  expect(Math.max(...endings().map(({ events }) => events.length))).toBe(200);
  const state = await stateOf(dataDir);
  assertInvariants(state);
  expect([...state.openOrders.values()].map(({ market }) => market)).toEqual([1]);
  await verified(dataDir);
});
