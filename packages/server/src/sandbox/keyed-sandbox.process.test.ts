/**
 * `Idempotency-Key` of requests that move a sandbox: one effect and the first answer, on any branch that clients use by
 * then, and after a restart.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiKeyHeaders, createClient } from '@bellwether/sdk';
import { createDataDir, startVenueProcess } from '@bellwether/venue-process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SmallDisk } from '../ops/testing/small-disk.ts';
import { clientOf } from '../ops/testing/venue-client.ts';
import { ANSWERS_FILE } from '../ports/data-folder.ts';
import { turn } from '../ports/runtime.ts';
import { MACHINE } from '../runtime/machine.ts';
import { openMarket, type Played, START_MS } from './testing/played.ts';
import { restarted, started } from './testing/started.ts';

const HOUR = 3_600_000;
type Operated = Pick<Played['sandbox'], 'url' | 'adminToken'>;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

interface Asked {
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

async function ask(
  { url, adminToken }: Operated,
  { method = 'POST', path, body }: Asked,
  key?: string,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${adminToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const advance = (by: string): Asked => ({ path: '/sandbox/clock', body: { advance: by } });
const json = ({ text }: Answer): unknown => JSON.parse(text);

function expectRepeat(again: Answer, first: Answer, key: string): void {
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect([again.headers.get('idempotent-replayed'), again.headers.get('idempotency-key')]).toEqual(['true', key]);
}

describe('keyed sandbox', () => {
  test('keyed sandbox: one key that comes to the operator and to the sandbox at once is one request', async () => {
    const { sandbox } = await started();
    for (let round = 0; round < 5; round++) {
      const until = START_MS + (round + 1) * HOUR;
      const answers = await Promise.all([
        ask(sandbox, { path: '/admin/tags', body: { label: `Tag ${round}` } }, `both-${round}`),
        ask(sandbox, { path: '/sandbox/clock', body: { until: new Date(until).toISOString() } }, `both-${round}`),
      ]);
      const [done, refused] = answers.toSorted((one, other) => one.status - other.status);
      expect([done?.status, refused?.status]).toEqual([answers[0].status === 422 ? 200 : 201, 422]);
    }
  });

  test('keyed sandbox: time is moved once under a key, and again under another one or none [D37]', async () => {
    const { sandbox } = await started();
    const first = await ask(sandbox, advance('1h'), 'move');
    expect(json(first)).toMatchObject({ time_ms: START_MS + HOUR });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    await ask(sandbox, advance('1h'), 'move-2');
    await ask(sandbox, advance('1h'));
    expectRepeat(await ask(sandbox, advance('1h'), 'move'), first, 'move');
    expect(sandbox.time.nowMs).toBe(START_MS + 3 * HOUR);
    // Any other request with the key is refused.
    const used = { status: 422, text: expect.stringContaining('used for another request') };
    for (const other of [
      advance('2h'),
      { path: '/sandbox/rewind', body: { sequence: 0 } },
      { path: '/admin/tags', body: { label: 'Other' } },
    ])
      expect(await ask(sandbox, other, 'move')).toMatchObject(used);
    expect((await ask(sandbox, { path: '/admin/tags', body: { label: 'Tag' } }, 'tag')).status).toBe(201);
    expect(await ask(sandbox, advance('1h'), 'tag')).toMatchObject(used);
    for (const key of ['a b', 'x'.repeat(129)])
      expect(await ask(sandbox, advance('1h'), key)).toMatchObject({
        status: 400,
        text: expect.stringContaining('idempotency_key_invalid'),
      });
    expect(sandbox.time.nowMs).toBe(START_MS + 3 * HOUR);
  });

  test('keyed sandbox: what was refused is not kept, and its key can be used again', async () => {
    const { sandbox } = await started();
    expect((await ask(sandbox, advance('-1h'), 'later')).status).toBe(400);
    expect((await ask(sandbox, { path: '/sandbox/rewind', body: { sequence: 900 } }, 'later')).status).toBe(400);
    const moved = await ask(sandbox, advance('1h'), 'later');
    expect([moved.status, moved.headers.get('idempotent-replayed')]).toEqual([200, null]);
    // The key belongs to the operator: a request without the token learns nothing.
    const stranger = await ask({ url: sandbox.url, adminToken: 'guessed' }, advance('1h'), 'later');
    expect(stranger.status).toBe(401);
  });

  test('keyed sandbox: a repeat that comes while time is moved waits for the first, and one of another body does not', async () => {
    const played = await started();
    const { sandbox } = played;
    await played.client('a').sandbox.play('quiet-market');
    const began = sandbox.time.nowMs;
    const moving = Array.from({ length: 3 }, () => ask(sandbox, advance('30m'), 'slow'));
    while (sandbox.time.nowMs === began) await turn(MACHINE.timers);
    expect((await ask(sandbox, advance('31m'), 'slow')).status).toBe(422);
    const [first, ...others] = await Promise.all(moving);
    for (const other of others) expect([other.status, other.text]).toEqual([first?.status, first?.text]);
    expect(sandbox.time.nowMs).toBe(began + HOUR / 2);
  });

  test('keyed sandbox: a rewind begins one branch, and there all is known that was done on the other ones [D37]', async () => {
    const { sandbox } = await started();
    const moved = await ask(sandbox, advance('1h'), 'move');
    const rewind = { path: '/sandbox/rewind', body: { sequence: 0 } };
    const first = await ask(sandbox, rewind, 'rewind');
    expect(json(first)).toMatchObject({ id: '1' });
    expectRepeat(await ask(sandbox, rewind, 'rewind'), first, 'rewind');
    expectRepeat(await ask(sandbox, advance('1h'), 'move'), moved, 'move');
    const scenario = { path: '/sandbox/scenario', body: { name: 'quiet-market' } };
    const both = await Promise.all([1, 2].map(() => ask(sandbox, scenario, 'play')));
    expect(both.map(json)).toEqual([json(both[0] as Answer), json(both[0] as Answer)]);
    expectRepeat(await ask(sandbox, scenario, 'play'), both[0] as Answer, 'play');
    expectRepeat(await ask(sandbox, rewind, 'rewind'), first, 'rewind');
    expect(sandbox.branches().map(({ id }) => id)).toEqual(['main', '1', '2']);
  });

  test('keyed sandbox: a fork is started and ended once, and knows no key of its parent', async () => {
    const { sandbox } = await started();
    await ask(sandbox, advance('1h'), 'move');
    const fork = { path: '/sandbox/fork' };
    const first = await ask(sandbox, fork, 'fork');
    expectRepeat(await ask(sandbox, fork, 'fork'), first, 'fork');
    const { url } = json(first) as { readonly url: string };
    expect(sandbox.forks().map((begun) => begun.url)).toEqual([url]);
    const there = await ask({ url, adminToken: sandbox.adminToken }, advance('1h'), 'move');
    expect(json(there)).toMatchObject({ time_ms: START_MS + 2 * HOUR });
    expect(there.headers.get('idempotent-replayed')).toBeNull();
    const end = { method: 'DELETE', path: `/sandbox/fork?port=${new URL(url).port}` } as const;
    const ended = await ask(sandbox, end, 'end');
    expect(ended.status).toBe(200);
    expectRepeat(await ask(sandbox, end, 'end'), ended, 'end');
    expect((await ask(sandbox, end)).status).toBe(400);
  });

  test('keyed sandbox: a rule of faults is armed once, and what was disarmed stays so', async () => {
    const { sandbox } = await started();
    const rule = { match: { route: '/book' }, do: { kind: 'refuse', status: 503 } };
    const arm = { path: '/sandbox/faults', body: rule };
    const first = await ask(sandbox, arm, 'arm');
    expect(first.status).toBe(201);
    expectRepeat(await ask(sandbox, arm, 'arm'), first, 'arm');
    const disarm = { method: 'DELETE', path: '/sandbox/faults' } as const;
    const none = await ask(sandbox, disarm, 'disarm');
    expect(json(none)).toEqual([]);
    const later = await ask(sandbox, arm, 'arm-2');
    expectRepeat(await ask(sandbox, disarm, 'disarm'), none, 'disarm');
    expectRepeat(await ask(sandbox, arm, 'arm'), first, 'arm');
    const operator = createClient({ baseUrl: sandbox.url, adminToken: sandbox.adminToken });
    const rules = await operator.sandbox.faults.list();
    expect(rules.map(({ id }) => id)).toEqual((json(later) as { readonly id: string }[]).map(({ id }) => id));
  });

  test('keyed sandbox: the SDK repeats a move whose answer was lost, and time is moved once', async () => {
    const { sandbox } = await started();
    let cuts = 0;
    const client = createClient({
      baseUrl: sandbox.url,
      adminToken: sandbox.adminToken,
      retry: { attemptsMax: 3, delayMs: 1, delayMsMax: 10 },
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (cuts++ > 0) return response;
        await response.text();
        throw new TypeError('the connection was cut');
      },
    });
    expect(await client.sandbox.advance('1h')).toMatchObject({ time_ms: START_MS + HOUR });
    expect([cuts, sandbox.time.nowMs]).toEqual([2, START_MS + HOUR]);
    await client.sandbox.advance('1h');
    expect(sandbox.time.nowMs).toBe(START_MS + 2 * HOUR);
  });
});

describe('keyed sandbox, restarted', () => {
  test('keyed sandbox: after a restart what outlives it is told as it was, and what does not is done anew', async () => {
    const before = await started();
    const moved = await ask(before.sandbox, advance('1h'), 'move');
    const rewind = { path: '/sandbox/rewind', body: { sequence: 0 } };
    const rewound = await ask(before.sandbox, rewind, 'rewind');
    await ask(before.sandbox, advance('3h'));
    const fork = await ask(before.sandbox, { path: '/sandbox/fork' }, 'fork');
    const rule = { path: '/sandbox/faults', body: { preset: 'timed-out-yet-filled' } };
    await ask(before.sandbox, rule, 'arm');
    const { sandbox } = await restarted(before);
    const nowMs = sandbox.time.nowMs;
    expectRepeat(await ask(sandbox, advance('1h'), 'move'), moved, 'move');
    expectRepeat(await ask(sandbox, rewind, 'rewind'), rewound, 'rewind');
    expect((await ask(sandbox, advance('2h'), 'move')).status).toBe(422);
    expect([sandbox.time.nowMs, sandbox.branch]).toEqual([nowMs, '1']);
    const anew = await ask(sandbox, { path: '/sandbox/fork' }, 'fork');
    expect([anew.status, anew.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(anew.text).not.toBe(fork.text);
    expect((await ask(sandbox, rule, 'arm')).headers.get('idempotent-replayed')).toBeNull();
  });

  test('keyed sandbox: a file that is damaged is begun anew, and the sandbox goes on', async () => {
    const before = await started();
    await ask(before.sandbox, advance('1h'), 'move');
    await before.stop();
    writeFileSync(join(before.dataDir, ANSWERS_FILE), 'x'.repeat(8_192));
    const { sandbox } = await started({ dataDir: before.dataDir });
    const first = await ask(sandbox, advance('1h'), 'move');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expectRepeat(await ask(sandbox, advance('1h'), 'move'), first, 'move');
    expect(sandbox.time.nowMs).toBe(START_MS + 2 * HOUR);
  });

  test('keyed sandbox: on a full disk no time is moved and no branch begun, and no key of before is forgotten', async ({
    skip,
  }) => {
    const disk = SmallDisk.mount(240);
    if (disk === null) return skip('a small disk cannot be mounted here');
    onTestFinished(() => disk.unmount());
    const dataDir = join(disk.path, 'sandbox');
    const before = await started({ dataDir });
    const first = await ask(before.sandbox, advance('1h'), 'move');
    const rewind = { path: '/sandbox/rewind', body: { sequence: 0 } };
    disk.fill('ballast');
    for (const request of [advance('2h'), rewind, { path: '/sandbox/fork' }]) {
      const refused = await ask(before.sandbox, request, 'later');
      expect([refused.status, json(refused)]).toEqual([503, expect.objectContaining({ code: 'storage_full' })]);
    }
    expect([before.sandbox.time.nowMs, before.sandbox.branch]).toEqual([START_MS + HOUR, 'main']);
    disk.remove('ballast');
    const { sandbox } = await restarted(before);
    expectRepeat(await ask(sandbox, advance('1h'), 'move'), first, 'move');
    expect(json(await ask(sandbox, rewind, 'later'))).toMatchObject({ id: '1' });
  });

  test('keyed sandbox: after `kill -9` a move whose answer was lost is not done again [D37]', async () => {
    const dataDir = createDataDir();
    const start = () => startVenueProcess({ command: ['sandbox', '--scenario', 'quiet-market'], dataDir });
    const first = await start();
    const { time_ms: began } = await clientOf(first, '7').sandbox.clock();
    const done = await ask(first, advance('1m'), 'minute');
    await first.end('SIGKILL');
    const second = await start();
    expectRepeat(await ask(second, advance('1m'), 'minute'), done, 'minute');
    expect((await ask(second, advance('2m'), 'minute')).status).toBe(422);
    expect((await clientOf(second, '7').sandbox.clock()).time_ms).toBe(began + 60_000);
  });
});

test('keyed sandbox: what the machine’s time has signed is done once on a branch, what the sandbox’s has each time', async () => {
  const played = await started();
  const client = played.client('1');
  const { event } = await openMarket(client);
  const credentials = await client.auth.credentials();
  const path = '/positions/split';
  const body = JSON.stringify({ conditionId: event.markets[0]?.conditionId, amount: '9' });
  const { sequence } = await client.sandbox.clock();
  const split = async (timestamp: number): Promise<string> => {
    const headers = apiKeyHeaders(client.account.address, credentials, { timestamp, method: 'POST', path, body });
    const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    const answer = await fetch(played.sandbox.url + path, sent);
    return `${answer.status} ${await answer.text()}`;
  };
  const free = async () => (await client.account.get()).wallets[0]?.free;
  const machine = Math.floor(Date.now() / 1000);
  const first = await split(machine);
  expect([await split(machine), await free()]).toEqual([first, '991']);
  for (const left of ['982', '973']) {
    await split(START_MS / 1000);
    expect(await free()).toBe(left);
  }
  // On a branch that begins before the split, the split has not happened.
  await client.sandbox.rewind({ sequence });
  await split(machine);
  expect(await free()).toBe('991');
});
