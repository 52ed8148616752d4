import { ManualTimers } from '@bellwether/gateway/limits/testing/manual-timers.ts';
import { ExchangeUnavailable, OutcomeUnknown } from '@bellwether/ports/exchange.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { expect, test } from 'vitest';
import { onceLed } from './once-led.ts';

test('a start waits for a node that leads, and for nothing else', async () => {
  const manual = new ManualTimers({ nowMs: 0 });
  const timers = { after: manual.schedule } as Pick<Timers, 'after'> as Timers;
  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const answers = [new ExchangeUnavailable('no node leads'), new OutcomeUnknown(), null];
  let tries = 0;
  let isDone = false;
  const waiting = onceLed(timers, async () => {
    const answer = answers[tries++];
    if (answer !== null && answer !== undefined) throw answer;
  }).then(() => {
    isDone = true;
  });
  for (const expected of [1, 2, 3]) {
    await nextTurn();
    expect({ tries, isDone }).toEqual({ tries: expected, isDone: expected === 3 });
    manual.advance(500);
  }
  await waiting;
  await expect(onceLed(timers, () => Promise.reject(new Error('a mistake')))).rejects.toThrow('a mistake');
});
