import { accountId, type Command, HEARTBEAT_TIMEOUT_MS } from '@bellwether/engine';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { entriesOf, stateOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import { createDataDir } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { expect, test } from 'vitest';
import { verified } from '../../ops/testing/verified.ts';
import { ExchangeChild } from '../testing/exchange-child.ts';

const dataDir = createDataDir();

test('heartbeats: after kill -9 an armed key has one fresh period, then its orders are cancelled [D17]', async () => {
  const key = { account: accountId(0), apiKey: 'key-0' };
  const commands: Command[] = [
    ...setUpCommands(2, 1),
    { kind: 'IssueApiKey', ...key, nonce: '0' },
    { kind: 'Beat', ...key, heartbeatId: null, nextId: 'first' },
    placeOrder({ salt: 1, account: 0, price: 4000, shares: 10 }),
    placeOrder({ salt: 2, account: 1, price: 4000, shares: 10 }),
    { kind: 'SetMode', mode: 'cancel_only' },
  ];
  const killed = new ExchangeChild(dataDir);
  await killed.ready;
  await killed.submitAll(commands);
  await killed.kill();
  const before = entriesOf(dataDir).length;

  const child = new ExchangeChild(dataDir, { isFast: true });
  await child.ready;
  const kinds = () => entriesOf(dataDir).flatMap(({ events }) => events.map(({ kind }) => kind));
  await eventually(() => expect(kinds()).toContain('HeartbeatSwept'));
  await child.end();

  const [renewed, missed, swept] = entriesOf(dataDir).slice(before);
  const theirs = [renewed, missed, swept].map((entry) => entry?.command.kind);
  expect(theirs).toEqual(['RenewHeartbeats', 'ExpireHeartbeats', 'ExpireHeartbeats']);
  const deadlineMs = (renewed?.timeMs ?? 0) + HEARTBEAT_TIMEOUT_MS;
  expect(renewed?.events).toEqual([{ kind: 'HeartbeatsRenewed', deadlineMs }]);
  expect(missed?.timeMs).toBeGreaterThanOrEqual(deadlineMs);
  expect(swept?.events).toEqual([
    { kind: 'OrderCanceled', order: 0, reason: 'heartbeat' },
    { kind: 'HeartbeatSwept', apiKey: 'key-0' },
  ]);
  const state = await stateOf(dataDir);
  expect([[...state.openOrders.values()].map(({ account }) => account), state.mode]).toEqual([[1], 'cancel_only']);
  await verified(dataDir);
});
