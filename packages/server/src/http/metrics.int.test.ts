/** `/metrics` is anonymous, so its cost must grow neither with the request rate nor with the size of the venue. */
import { expect, test } from 'vitest';
import { startStack } from './testing/stack.ts';

const healthAnswers = (text: string): number =>
  Number(/http_requests_total\{method="GET",route="\/",status="200"\} ([0-9]+)/.exec(text)?.[1] ?? 0);

test('metrics: a text is made once a second, however often it is asked for [R13]', async () => {
  const stack = await startStack();
  try {
    const scrape = async (): Promise<number> => healthAnswers((await stack.app.inject('/metrics')).body);
    const visit = () => stack.app.inject('/');
    await visit();
    expect(await scrape()).toBe(1);
    await visit();
    stack.timers.advance(999);
    // Concurrent requests share one text as well.
    expect(await Promise.all([scrape(), scrape(), scrape()])).toEqual([1, 1, 1]);
    stack.timers.advance(1);
    expect(await Promise.all([scrape(), scrape()])).toEqual([2, 2]);
    await visit();
    // A clock that is set back does not freeze the figures.
    stack.time.nowMs -= 3_600_000;
    expect(await scrape()).toBe(3);
  } finally {
    await stack.close();
  }
});
