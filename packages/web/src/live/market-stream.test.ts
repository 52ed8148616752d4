/** Callbacks of components that follow tokens, with a feed and a beat of the test's own. */
import type { Client } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import type { Beat } from './beat.ts';
import { MarketStream } from './market-stream.ts';

test('stream: one callback that watches many tokens is called once a beat', async () => {
  const read = Promise.withResolvers<void>();
  async function* feed() {
    for (const asset_id of ['1', '2', '3']) {
      const message = { event_type: 'best_bid_ask', market: '0x1', asset_id, best_bid: '0.1', best_ask: '0.2' };
      yield { kind: 'message', message };
    }
    read.resolve();
    await new Promise(() => undefined);
  }
  const asked = new Set<() => void>();
  const beat = { ask: (work: () => void) => asked.add(work) } as unknown as Beat;
  const stream = new MarketStream({ feeds: { market: feed } } as unknown as Client, beat);
  const calls: string[] = [];
  const [many, one] = [() => void calls.push('many'), () => void calls.push('one')];
  for (const tokenId of ['1', '2', '3', '4']) stream.watch(tokenId, many);
  stream.watch('3', one);
  stream.start();
  await read.promise;
  for (const work of asked) work();
  expect(calls).toEqual(['many', 'one']);
  for (const work of asked) work();
  expect(calls).toHaveLength(2);
});
