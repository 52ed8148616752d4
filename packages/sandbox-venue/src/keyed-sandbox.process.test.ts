import { join } from 'node:path';
import { isWrite, SANDBOX_ROUTES } from '@bellwether/contract';
import { turn } from '@bellwether/ports/runtime.ts';
import { apiKeyHeaders, createClient } from '@bellwether/sdk';
import { SmallDisk } from '@bellwether/venue/ops/testing/small-disk.ts';
import { clientOf } from '@bellwether/venue/ops/testing/venue-client.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { createDataDir, startVenueProcess } from '@bellwether/venue-process';
import { expect, onTestFinished, test } from 'vitest';
import { writeTape } from './replay/testing/made-tape.ts';
import { openMarket, type Played, START_MS } from './testing/played.ts';
import { restarted, started } from './testing/started.ts';

const HOUR = 3_600_000;
type Operated = Pick<Played['sandbox'], 'url' | 'adminToken'>;

type Asked = { readonly method?: 'POST' | 'PUT' | 'DELETE'; readonly path: string; readonly body?: object };
type Answer = Awaited<ReturnType<typeof ask>>;

async function ask({ url, adminToken }: Operated, { method = 'POST', path, body }: Asked, key?: string) {
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
  const rewind = { path: '/sandbox/rewind', body: { sequence: 0 } };
  for (const other of [advance('2h'), rewind, { path: '/admin/tags', body: { label: 'Other' } }])
    expect(await ask(sandbox, other, 'move')).toMatchObject(used);
  expect((await ask(sandbox, { path: '/admin/tags', body: { label: 'Tag' } }, 'tag')).status).toBe(201);
  expect(await ask(sandbox, advance('1h'), 'tag')).toMatchObject(used);
  const invalid = { status: 400, text: expect.stringContaining('idempotency_key_invalid') };
  for (const key of ['a b', 'x'.repeat(129)]) expect(await ask(sandbox, advance('1h'), key)).toMatchObject(invalid);
  expect(sandbox.time.nowMs).toBe(START_MS + 3 * HOUR);
});

test('keyed sandbox: what was refused is not kept, and its key can be used again', async () => {
  const { sandbox } = await started();
  expect((await ask(sandbox, advance('-1h'), 'later')).status).toBe(400);
  expect((await ask(sandbox, { path: '/sandbox/rewind', body: { sequence: 900 } }, 'later')).status).toBe(400);
  const moved = await ask(sandbox, advance('1h'), 'later');
  expect([moved.status, moved.headers.get('idempotent-replayed')]).toEqual([200, null]);
  // The key belongs to the operator: a request without the token learns nothing.
  expect((await ask({ url: sandbox.url, adminToken: 'guessed' }, advance('1h'), 'later')).status).toBe(401);
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

test('keyed sandbox: a move that a rewind ends is refused, and its key can be used again [D37]', async () => {
  const played = await started();
  const { sandbox } = played;
  const client = played.client('a');
  await client.sandbox.play('quiet-market');
  const { sequence } = await client.sandbox.clock();
  const began = sandbox.time.nowMs;
  const moving = [advance('10h'), { path: '/sandbox/clock', body: { until: began + 11 * HOUR } }].map((move, index) =>
    ask(sandbox, move, `ended-${index}`),
  );
  while (sandbox.time.nowMs === began) await turn(MACHINE.timers);
  const { id } = await client.sandbox.rewind({ sequence });
  const words = `branch ${id} has begun meanwhile`;
  for (const move of moving) expect(await move).toMatchObject({ status: 400, text: expect.stringContaining(words) });
  expect(sandbox.time.nowMs).toBe(began);
  expect((await ask(sandbox, advance('1m'), 'ended-0')).status).toBe(200);
});

test('keyed sandbox: each write is done once under its key, also on a branch that begins meanwhile [D37]', async () => {
  const { sandbox, dataDir } = await started();
  const tape = join(dataDir, 'tapes/rain.tape');
  writeTape(tape, [{ at: 0, levels: [['BUY', '0.4', '100']] }]);
  const rule = { match: { route: '/book' }, do: { kind: 'refuse', status: 503 } };
  const writes: Record<string, Asked> = {
    moveSandboxClock: advance('1h'),
    forkSandbox: { path: '/sandbox/fork' },
    armSandboxFault: { path: '/sandbox/faults', body: rule },
    setSandboxLatency: { method: 'PUT', path: '/sandbox/latency', body: { points: { 'order.in': { constant: 5 } } } },
    rewindSandbox: { path: '/sandbox/rewind', body: { sequence: 0 } },
    playSandboxScenario: { path: '/sandbox/scenario', body: { name: 'quiet-market' } },
    startSandboxReplay: { path: '/sandbox/replay', body: { tape } },
    disarmSandboxFaults: { method: 'DELETE', path: '/sandbox/faults' },
  };
  const firsts: Record<string, Answer> = {};
  const repeatAll = async (): Promise<void> => {
    for (const [name, first] of Object.entries(firsts)) {
      const write = writes[name] ?? expect.unreachable(name);
      expectRepeat(await ask(sandbox, write, name), first, name);
    }
  };
  for (const [name, write] of Object.entries(writes)) {
    const both = await Promise.all([ask(sandbox, write, name), ask(sandbox, write, name)]);
    expect(both.map(({ status, text }) => [status, text])).toEqual(both.map(() => [both[0].status, both[0].text]));
    firsts[name] = both[0];
    await repeatAll();
  }
  const [{ url } = { url: '' }, ...others] = sandbox.forks();
  const branches = sandbox.branches().map(({ id }) => id);
  expect([others, sandbox.replays().length, branches]).toEqual([[], 1, ['main', '1', '2', '3']]);
  // Rules that were disarmed stay so, and rules that are armed later stay armed.
  const later = await ask(sandbox, writes['armSandboxFault'] as Asked, 'arm-2');
  const end: Asked = { method: 'DELETE', path: `/sandbox/fork?port=${new URL(url).port}` };
  writes['endSandboxFork'] = end;
  // A fork knows no key of its parent.
  const there = await ask({ url, adminToken: sandbox.adminToken }, advance('1h'), 'moveSandboxClock');
  expect(json(there)).toMatchObject({ time_ms: START_MS + 2 * HOUR });
  expect(there.headers.get('idempotent-replayed')).toBeNull();
  firsts['endSandboxFork'] = await ask(sandbox, end, 'endSandboxFork');
  expect(firsts['endSandboxFork'].status).toBe(200);
  await repeatAll();
  expect((await ask(sandbox, end)).status).toBe(400);
  const operator = createClient({ baseUrl: sandbox.url, adminToken: sandbox.adminToken });
  expect(await operator.sandbox.faults.list()).toMatchObject(json(later) as object[]);
  const names = Object.entries(SANDBOX_ROUTES).flatMap(([name, route]) => (isWrite(route) ? [name] : []));
  expect(Object.keys(writes).toSorted()).toEqual(names.toSorted());
});

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

test('keyed sandbox: on a full disk time stands, no branch begins, no key is forgotten', async ({ skip }) => {
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
