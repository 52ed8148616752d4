import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SigningTime } from './signing-time.ts';
import { createTransport, type Transport } from './transport.ts';

/** `x-sequence` of the next answer; null: none. */
let says: number | null;
/** `x-after-sequence` of each request. */
let asked: (string | undefined)[];
let transport: Transport;

const ask = () =>
  transport.send({
    ...{ method: 'GET', path: '/venue', query: '', body: '', identity: { kind: 'anonymous' } },
    ...{ repeatable: 'always', idempotencyKey: null, signal: undefined },
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  says = null;
  asked = [];
  transport = createTransport({
    baseUrl: 'http://venue.example',
    fetch: (_url, { headers }) => {
      asked.push((headers as Record<string, string>)['x-after-sequence']);
      return Promise.resolve(new Response('{}', { headers: says === null ? {} : { 'x-sequence': String(says) } }));
    },
    ...{ retry: { attemptsMax: 1, delayMs: 1, delayMsMax: 1 }, timeoutMs: 1_000 },
    ...{ signingTime: new SigningTime(() => 0), venueClock: null },
  });
});
afterEach(() => void vi.useRealTimers());

test('transport: asks for no less than it has been told, by whichever node', async () => {
  for (const each of [7, 9, 8, null, 9]) {
    says = each;
    await ask();
  }
  expect(asked).toEqual([undefined, '7', '9', '9', '9']);
});

test('transport: of a venue of one node it asks nothing', async () => {
  await ask();
  await ask();
  expect(asked).toEqual([undefined, undefined]);
});

test('transport: what no node has known for half a minute is not asked for: the venue was put back', async () => {
  says = 900;
  await ask();
  says = 12;
  await ask();
  vi.advanceTimersByTime(30_001);
  await ask();
  says = 13;
  await ask();
  expect(asked).toEqual([undefined, '900', undefined, '12']);
});

test('transport: what is known goes on being asked for', async () => {
  says = 900;
  for (let each = 0; each < 4; each++) {
    await ask();
    vi.advanceTimersByTime(20_000);
  }
  expect(asked).toEqual([undefined, '900', '900', '900']);
});
