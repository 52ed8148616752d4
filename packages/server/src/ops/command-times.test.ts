import { expect, test } from 'vitest';
import type { Exchange, ExchangeOutcome } from '../ports/exchange.ts';
import { CommandTimes, latencyFigures, timedExchange } from './command-times.ts';

test('command times: percentiles are those of the samples kept', () => {
  const times = new CommandTimes();
  expect(latencyFigures(times.samples)).toEqual({ samples: 0, p50Ms: null, p99Ms: null, maxMs: null });
  for (let durationMs = 1_000; durationMs >= 1; durationMs--) times.add(durationMs);
  // The newest 512 samples: 512 down to 1.
  expect(latencyFigures(times.samples)).toEqual({ samples: 512, p50Ms: 256, p99Ms: 507, maxMs: 512 });
});

test('command times: one command is timed at a time, and a failed one never', async () => {
  const waiting: PromiseWithResolvers<ExchangeOutcome>[] = [];
  const exchange: Exchange = {
    submit: () => {
      const outcome = Promise.withResolvers<ExchangeOutcome>();
      waiting.push(outcome);
      return outcome.promise;
    },
  };
  const times = new CommandTimes();
  let nowMs = 100;
  const timed = timedExchange(exchange, times, () => nowMs);
  const command = { kind: 'SetMode', mode: 'open' } as const;
  const done: ExchangeOutcome = { kind: 'unchanged', notCanceled: {} };
  const first = timed.submit(command);
  nowMs = 105;
  const second = timed.submit(command);
  waiting[1]?.resolve(done);
  await second;
  expect(latencyFigures(times.samples).samples).toBe(0);
  nowMs = 107;
  waiting[0]?.resolve(done);
  expect(await first).toBe(done);
  expect(latencyFigures(times.samples)).toMatchObject({ samples: 1, maxMs: 7 });
  const failed = timed.submit(command);
  waiting[2]?.reject(new Error('stopped'));
  await expect(failed).rejects.toThrow('stopped');
  expect(latencyFigures(times.samples).samples).toBe(1);
  void timed.submit(command);
  nowMs = 109;
  waiting[3]?.resolve(done);
  await Promise.resolve();
  expect(latencyFigures(times.samples).samples).toBe(2);
});
