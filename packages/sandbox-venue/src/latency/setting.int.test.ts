import { join } from 'node:path';
import type { LatencyModel, Scenario } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { TAPE_MARKET, TAPE_START_MS, writeTape } from '../replay/testing/made-tape.ts';
import { readyScenario } from '../scenario/read-scenario.ts';
import { openMarket, placeSalted, START_MS } from '../testing/played.ts';
import { started } from '../testing/started.ts';

const IN = (ms: number): LatencyModel => ({ points: { 'order.in': { constant: ms } } });

test('latency: a scenario has its own; what is set by hand goes first, survives a rewind and ends with the next one', async () => {
  const client = (await started()).client('a');
  const scenario: Scenario = { ...readyScenario('quiet-market'), latency: IN(30) };
  const shown = async () => (await client.sandbox.latency()).points;
  await client.sandbox.play(scenario);
  expect(await shown()).toEqual(IN(30).points);
  expect(await client.sandbox.latency({ points: {}, seed: 3 })).toEqual({ points: {}, seed: 3, drawn: {} });
  const { sequence } = await client.sandbox.clock();
  await client.sandbox.rewind({ sequence });
  expect(await client.sandbox.latency()).toMatchObject({ points: {}, seed: 3 });
  await client.sandbox.latency(IN(7));
  await client.sandbox.rewind({ sequence });
  expect(await shown()).toEqual(IN(7).points);
  await client.sandbox.play('quiet-market');
  expect(await shown()).toEqual({});
  const wrong = { ...scenario, latency: { points: { 'order.in': { uniform: [2, 1] } } } };
  await expect(client.sandbox.play(wrong)).rejects.toThrow('latency.points["order.in"].uniform goes from');
});

test('latency: a certificate has the models with their moments, and when listed orders were sent and arrived', async () => {
  const played = await started();
  const tape = join(played.dataDir, 'tapes', 'one.tape');
  const [tokenId] = TAPE_MARKET.token_ids;
  writeTape(tape, [
    {
      at: 0,
      levels: [
        ['BUY', '0.40', '100'],
        ['SELL', '0.45', '80'],
      ],
    },
    {
      at: 1.02,
      levels: [
        ['SELL', '0.45', '0'],
        ['SELL', '0.46', '80'],
      ],
    },
    { at: 9, levels: [['BUY', '0.40', '90']] },
  ]);
  const accounts = [{ name: 'me', key: `0x${'c'.repeat(64)}`, balance: 1_000 }];
  const wrong = { 'order.in': { uniform: [2, 1] } };
  const refused = played.client('c').sandbox.replay({ tape: 'one.tape', latency: { points: wrong } });
  await expect(refused).rejects.toThrow('latency.points["order.in"].uniform goes from');
  const { id } = await played.client('c').sandbox.replay({ tape: 'one.tape', accounts, latency: IN(40) });
  const client = played.client('c');
  await client.sandbox.until(TAPE_START_MS + 1_000);
  // The order was decided while 0.45 was offered, and arrives when it is gone.
  const answer = await placeSalted(client, 'c', {
    tokenId,
    side: 'BUY',
    salt: 1,
    nowMs: TAPE_START_MS,
    price: 0.45,
    size: 50,
  });
  expect(answer.status).toBe('live');
  await client.sandbox.latency({ seed: 5, points: {} });
  await placeSalted(client, 'c', { tokenId, side: 'BUY', salt: 2, nowMs: TAPE_START_MS, price: 0.3, size: 50 });
  await client.sandbox.until(TAPE_START_MS + 10_000);
  const { certificate } = await client.sandbox.replayed(id);
  expect(certificate?.latency).toEqual([
    { from_ms: 0, seed: 1, ...IN(40) },
    { from_ms: 1_040, seed: 5, points: {} },
  ]);
  const [first, second] = certificate?.orders.listed ?? [];
  expect(first).toMatchObject({ price: '0.45', sent_ms: 1_000, arrived_ms: 1_040 });
  expect(second).not.toHaveProperty('sent_ms');
});

test('latency: where no point fits, nothing changes, to the byte', async () => {
  const runs: string[] = [];
  for (const points of [null, {}, { 'GET /tags.in': { constant: 9 } }]) {
    const played = await started({ startMs: START_MS });
    const client = played.client('a');
    const { yes } = await openMarket(client);
    if (points !== null) await client.sandbox.latency({ points });
    await placeSalted(client, 'a', { tokenId: yes, side: 'BUY', salt: 1, nowMs: START_MS, price: 0.4, size: 10 });
    await client.books.get(yes);
    await client.sandbox.advance('1m');
    await client.orders.cancelAll({ idempotencyKey: 'all' });
    const { head } = played.sandbox.exchange;
    const isCompared = (answer: string): boolean => !/^(?:PUT \/sandbox\/latency|GET \/time) /.test(answer);
    runs.push([...played.answers.filter(isCompared), head.hash].join('\n'));
  }
  expect(runs[1]).toBe(runs[0]);
  expect(runs[2]).toBe(runs[0]);
});
