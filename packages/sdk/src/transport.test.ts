import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SigningTime } from './signing-time.ts';
import { createTransport, type Transport, type WireRequest } from './transport.ts';
import { VenueClock } from './venue-clock.ts';

const OPTIONS = {
  baseUrl: 'http://venue.example',
  ...{ retry: { attemptsMax: 1, delayMs: 1, delayMsMax: 1 }, timeoutMs: 1_000 },
};
const REQUEST: WireRequest = {
  ...{ method: 'GET', path: '/venue', query: '', body: '', identity: { kind: 'anonymous' } },
  ...{ repeatable: 'always', idempotencyKey: null, signal: undefined },
};

/** `x-sequence` of the next answer; null: none. */
let says: number | null;
/** `x-after-sequence` of each request. */
let asked: (string | undefined)[];
let transport: Transport;

const ask = () => transport.send(REQUEST);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  says = null;
  asked = [];
  transport = createTransport({
    ...OPTIONS,
    fetch: (_url, { headers }) => {
      asked.push((headers as Record<string, string>)['x-after-sequence']);
      return Promise.resolve(new Response('{}', { headers: says === null ? {} : { 'x-sequence': String(says) } }));
    },
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

test('transport: however long a refusal took, it signs again by no later time than the venue’s', async () => {
  // The clock of a sandbox stands, and each answer takes half a minute.
  const [own, venue] = [1_800_000_000, 1_799_999_700];
  let localMs = own * 1_000;
  const signed: number[] = [];
  const venueClock = new VenueClock(() => localMs);
  const signingTime = new SigningTime(() => venueClock.now());
  const slow = createTransport({
    ...{ ...OPTIONS, signingTime, venueClock },
    fetch: (_url, { headers }) => {
      const second = Number((headers as Record<string, string>)['SERVICE_TIMESTAMP']);
      signed.push(second);
      localMs += 30_000;
      const error = `header SERVICE_TIMESTAMP is ${second - venue} s ahead of the sandbox's clock (at most 5 s)`;
      const date = new Date(venue * 1_000).toUTCString();
      const isAhead = second > venue + 5;
      return Promise.resolve(
        new Response(isAhead ? JSON.stringify({ error }) : '{}', { status: isAhead ? 401 : 200, headers: { date } }),
      );
    },
  });
  const headers = () => Promise.resolve({ SERVICE_TIMESTAMP: String(signingTime.now()) });
  await slow.send({ ...REQUEST, identity: { kind: 'headers', headers } });
  expect(signed).toEqual([own, venue]);
});
