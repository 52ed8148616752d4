import { accountId, type Command, HEARTBEAT_TIMEOUT_MS } from '@bellwether/engine';
import { eventually } from '@bellwether/venue-process/progress';
import { expect, test } from 'vitest';
import { openJournalReader } from '../../adapters/journal-sqlite/sqlite-journal.ts';
import { recover } from '../../log/recovery.ts';
import { verifyDataFolder } from '../../ops/verify.ts';
import { placeOrder, setUpCommands } from '../../sequencer/testing/sample-venue.ts';
import { useDataFolder } from '../testing/data-folder.ts';
import { ExchangeChild } from '../testing/exchange-child.ts';

const FAST_CLOCK = new URL('../testing/fast-clock.ts', import.meta.url).href;

const folder = useDataFolder('heartbeats-');

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
  const acknowledged = Promise.withResolvers<void>();
  const killed = new ExchangeChild(folder.dataDir, (id) => {
    if (id === commands.length - 1) acknowledged.resolve();
  });
  await killed.ready;
  for (const [id, command] of commands.entries()) killed.send(id, command);
  await acknowledged.promise;
  killed.kill();
  expect((await killed.ended).signal).toBe('SIGKILL');
  const before = folder.journal().length;

  const child = new ExchangeChild(folder.dataDir, () => undefined, [], 0, FAST_CLOCK);
  await child.ready;
  const kinds = () => folder.journal().flatMap(({ events }) => events.map(({ kind }) => kind));
  await eventually(() => expect(kinds()).toContain('HeartbeatSwept'));
  child.end();
  expect(await child.ended).toMatchObject({ code: 0, stderr: '' });

  const [renewed, missed, swept] = folder.journal().slice(before);
  expect([renewed, missed, swept].map((entry) => entry?.command.kind)).toEqual([
    'RenewHeartbeats',
    'ExpireHeartbeats',
    'ExpireHeartbeats',
  ]);
  const deadlineMs = (renewed?.timeMs ?? 0) + HEARTBEAT_TIMEOUT_MS;
  expect(renewed?.events).toEqual([{ kind: 'HeartbeatsRenewed', deadlineMs }]);
  expect(missed?.timeMs).toBeGreaterThanOrEqual(deadlineMs);
  expect(swept?.events).toEqual([
    { kind: 'OrderCanceled', order: 0, reason: 'heartbeat' },
    { kind: 'HeartbeatSwept', apiKey: 'key-0' },
  ]);
  const reader = openJournalReader(folder.dataDir);
  const { state } = await recover(reader, () => []);
  reader.close();
  expect([...state.openOrders.values()].map(({ account }) => account)).toEqual([1]);
  expect(state.mode).toBe('cancel_only');
  const lines: string[] = [];
  expect(await verifyDataFolder(folder.dataDir, (line) => lines.push(line)), lines.join('\n')).toBe(true);
});
