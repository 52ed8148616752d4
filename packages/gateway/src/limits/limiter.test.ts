import { CAPS, type CapName, capTable, isNamedBySignature, ROUTES } from '@bellwether/contract';
import { SIGNED_REQUESTS } from '@bellwether/engine';
import type { Metrics } from '@bellwether/ports/metrics.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { expect, test } from 'vitest';
import { originOf } from '../http/plugins/client-address.ts';
import type { Refusal } from './client.ts';
import { Limiter } from './limiter.ts';
import type { LimiterBounds } from './limiter-options.ts';
import { URGENT, USUAL } from './rows.ts';
import { ManualTimers } from './testing/manual-timers.ts';

/** Default life of a signature: 60 s in the past, 5 s in the future, and its own second. */
const SIGNATURE_LIFE_S = 66;

function start(caps = capTable(), bounds: Partial<LimiterBounds> = {}) {
  const time = { nowMs: 0 };
  const timers = new ManualTimers(time);
  const limiter = new Limiter({ caps, clock: timers.clock, schedule: timers.schedule, random: MACHINE.random, bounds });
  const plan = (method: 'GET' | 'POST' | 'DELETE', path: string) => {
    const route = ROUTES.find((each) => each.method === method && each.path === path) ?? expect.unreachable(path);
    return limiter.plan(route) ?? expect.unreachable(`${path} is not capped`);
  };
  /** Number of `times` requests that pass now; `of` names the clients of each. */
  const passes = (
    of: (sent: number) => ReturnType<Limiter['byAccount']>,
    chosen: ReturnType<typeof plan>,
    times: number,
  ): number => Array.from({ length: times }, (_, sent) => limiter.pass(of(sent), chosen)).filter(Boolean).length;
  const burst = (client: string, chosen: ReturnType<typeof plan>, times: number): number =>
    passes(() => alone(limiter, client), chosen, times);
  return { time, timers, limiter, plan, passes, burst };
}

const alone = (limiter: Limiter, account: string) => limiter.byAccount(account, null);
const from = (limiter: Limiter, address: string) => limiter.byOrigin(originOf(address));

/** Waits for room and returns an object that receives the outcome. */
function waitFor(limiter: Limiter, client: string, chosen: NonNullable<ReturnType<Limiter['plan']>>) {
  const outcome: { ended: 'passed' | 'refused' | null; seconds: number | null } = { ended: null, seconds: null };
  const end = (refusal: Refusal | null): void => {
    outcome.ended = refusal === null ? 'passed' : 'refused';
    outcome.seconds = refusal?.retryAfterSeconds ?? null;
  };
  const started = limiter.wait(alone(limiter, client), chosen, 1, end);
  if (started.kind === 'refused') end(started);
  return outcome;
}

for (const [name, cap] of Object.entries(CAPS))
  test(`caps: ${name} lets its whole cap pass in every window, and never more [R4]`, () => {
    const { limiter, timers } = start();
    const plan = limiter.plan({ method: 'GET', path: '/', caps: [name as CapName] }) ?? expect.unreachable();
    const [burst, sustained] = cap.windows;
    const most = burst?.requests ?? 0;
    const windowMs = (burst?.seconds ?? 0) * 1000;
    const rounds = sustained === undefined ? 3 : sustained.requests / most;
    const all = (): number => {
      let passed = 0;
      while (passed <= most && limiter.pass(alone(limiter, 'a'), plan)) passed++;
      return passed;
    };
    for (let round = 0; round < rounds; round++) {
      expect(all()).toBe(most);
      timers.advance(windowMs - 1);
      expect(all()).toBe(0);
      timers.advance(1);
    }
    if (sustained === undefined) return;
    // The long window stays full until its first entries leave, whatever the short window says.
    expect(all()).toBe(0);
    timers.advance(sustained.seconds * 1000 - rounds * windowMs - 1);
    expect(all()).toBe(0);
    timers.advance(1);
    expect(all()).toBe(most);
  });

for (const { method, path, caps, ...route } of ROUTES.filter(isNamedBySignature))
  test(`caps: while a signature lasts, no account can send so many to ${method} ${path} that one is forgotten [A19]`, () => {
    // A request that undoes something takes effect, and is kept, at most once for each request that did it.
    const doing = ROUTES.find((other) => other.method === 'POST' && path.startsWith(`${other.path}/`));
    const units = (cost: typeof route.cost): number => cost?.base ?? 1;
    const unitsEach =
      method === 'DELETE' && doing !== undefined ? (units(doing.cost) + units(route.cost)) / 2 : units(route.cost);
    const counting: readonly CapName[] = route.auth === 'admin' ? ['administer'] : caps;
    const most = counting.map((cap) => {
      const { requests = 0, seconds = 1 } = CAPS[cap].windows[0] ?? {};
      return (Math.ceil(SIGNATURE_LIFE_S / seconds) * requests) / (cap === 'work' ? unitsEach : 1);
    });
    expect(Math.min(...most)).toBeLessThan(SIGNED_REQUESTS.perAccountMax);
  });

test('caps: cancels and heartbeats have the lane that is served first, all others share the second', () => {
  const { limiter } = start();
  for (const route of ROUTES) {
    const isUrgent = route.method === 'DELETE' || route.path.endsWith('/heartbeats');
    const lane = limiter.plan(route)?.lane;
    if (route.caps.length > 0) expect([route.path, lane]).toEqual([route.path, isUrgent ? URGENT : USUAL]);
  }
});

test('caps: at most 50 of a client wait in a lane, and no more than the bound over all clients', () => {
  const { limiter, plan, burst, timers } = start(capTable(), { waitingMax: 60 });
  for (const client of ['a', 'b']) burst(client, plan('GET', '/'), 50);
  timers.advance(9_000);
  const health = plan('GET', '/');
  const ended = (client: string, times: number): number =>
    Array.from({ length: times }, () => waitFor(limiter, client, health)).filter((each) => each.ended === null).length;
  expect([ended('a', 55), ended('b', 55)]).toEqual([50, 10]);
  expect(waitFor(limiter, 'a', health)).toMatchObject({ ended: 'refused', seconds: 11 });
  timers.advance(1_000);
  expect(timers.pending).toBe(0);
});

test('caps: accounts and addresses are different clients even by the same name', () => {
  const { limiter, plan, burst } = start();
  expect([burst('a', plan('GET', '/'), 51), limiter.pass(from(limiter, 'a'), plan('GET', '/'))]).toEqual([50, true]);
  expect(limiter.pass(alone(limiter, 'b'), plan('GET', '/'))).toBe(true);
});

test('caps: a row without windows is not capped, and a route without rows has no plan', () => {
  const { limiter } = start(capTable({ health: [], trading: [] }));
  expect(limiter.plan({ method: 'GET', path: '/', caps: ['trading', 'health'] })).toBeNull();
  expect(limiter.plan({ method: 'GET', path: '/metrics', caps: [] })).toBeNull();
});

test('caps: the logs of a client stay within the bytes that the manual states [R8]', () => {
  const { limiter, timers } = start();
  const passed = (client: ReturnType<Limiter['byAccount']>, names: readonly CapName[]): void => {
    for (const name of names) {
      const plan = limiter.plan({ method: 'GET', path: '/', caps: [name] }) ?? expect.unreachable();
      while (limiter.pass(client, plan));
    }
  };
  for (let round = 0; round < 10; round++) {
    passed(alone(limiter, 'key'), ['order', 'cancel', 'trading']);
    timers.advance(10_000);
  }
  expect(limiter.logBytes()).toBeLessThanOrEqual(590_000);
  passed(from(limiter, 'address'), Object.keys(CAPS).filter((name) => !/order|cancel/.test(name)) as CapName[]);
  expect(limiter.logBytes()).toBeLessThanOrEqual(590_000 + 260_000);
});

test('caps: a client is forgotten once its windows are empty, and not before', () => {
  const { limiter, plan, burst, timers } = start();
  for (let client = 0; client < 1_000; client++) burst(`idle ${client}`, plan('GET', '/time'), 1);
  burst('trader', plan('POST', '/order'), 1);
  timers.advance(9_999);
  burst('a', plan('GET', '/'), 1);
  expect(knownAccounts(limiter)).toBe(1_002);
  // The sweep runs with the next request.
  timers.advance(200);
  burst('a', plan('GET', '/'), 1);
  expect(knownAccounts(limiter)).toBe(2);
  timers.advance(600_000);
  burst('a', plan('GET', '/'), 1);
  timers.advance(200);
  burst('a', plan('GET', '/'), 1);
  expect(knownAccounts(limiter)).toBe(1);
  expect(limiter.logBytes()).toBeLessThan(1_000);
});

test('caps: when no more clients can be remembered, newcomers share counts and the known keep theirs [R8]', () => {
  const { limiter, plan, passes, timers } = start(capTable(), { addressesMax: 2 });
  const burstFrom = (address: string, times: number) => passes(() => from(limiter, address), plan('GET', '/'), times);
  expect(['10.0.0.1', '10.0.0.2'].map((address) => burstFrom(address, 30))).toEqual([30, 30]);
  // Addresses of one network share a count; another network has its own.
  expect(['192.0.2.1', '192.0.2.2'].map((address) => burstFrom(address, 30))).toEqual([30, 20]);
  expect(['10.0.0.1', '10.0.0.2'].map((address) => burstFrom(address, 30))).toEqual([20, 20]);
  timers.advance(10_000);
  // There is room again.
  expect(['192.0.2.1', '192.0.2.2'].map((address) => burstFrom(address, 50))).toEqual([50, 50]);
});

test('caps: one network cannot fill the table of addresses, and has four times the caps of one address [R11]', () => {
  const { limiter, plan, passes } = start(capTable(), { addressesMax: 100, addressesPerNetworkMax: 10 });
  const health = plan('GET', '/');
  const ofSubnet = (subnet: number) => from(limiter, `2001:db8:1:${subnet.toString(16)}::1`);
  expect(passes(ofSubnet, health, 10_000)).toBeLessThanOrEqual(4 * 50);
  expect([known(limiter, 'address'), passes(() => from(limiter, '2001:db8:2::1'), health, 51)]).toEqual([10, 50]);
  // A neighbour of the network that has used up its share.
  expect(limiter.pass(from(limiter, '2001:db8:2:1::1'), health)).toBe(true);
});

test('caps: who waits for its address does not wait for accounts that have used up only their own caps', () => {
  const { limiter, plan, timers } = start(capTable({ order: [{ requests: 2, seconds: 10 }] }));
  const order = plan('POST', '/order');
  const at = (account: string, address: string) => limiter.byAccount(account, originOf(address));
  for (const address of ['192.0.2.1', '192.0.2.2']) expect(limiter.pass(at('a', address), order)).toBe(true);
  timers.advance(9_500);
  const ended: string[] = [];
  const wait = (name: string, address: string) =>
    limiter.wait(at(name, address), order, 1, (refusal) =>
      ended.push(`${name} ${refusal === null ? 'passed' : 'refused'}`),
    );
  wait('a', '192.0.2.3');
  // Another account at the same address has room in all its rows.
  expect(limiter.pass(at('b', '192.0.2.3'), order)).toBe(true);
  expect(limiter.pass(at('b', '192.0.2.3'), order)).toBe(true);
  timers.advance(500);
  // The address has no room left; the first waiter is refused at its deadline.
  expect(ended).toEqual([]);
  timers.advance(500);
  expect([ended, timers.pending]).toEqual([['a refused'], 0]);
});

test('caps: what an account has had journaled counts for it and its address, and is forgotten after ten minutes [R12]', () => {
  const { limiter, timers } = start();
  const at = (account: string, address: string) => limiter.byAccount(account, originOf(address));
  const over = (account: string, address: string) => limiter.overJournalBudget(at(account, address));
  const MIB = 1024 * 1024;
  expect(over('a', '192.0.2.1')).toBeNull();
  limiter.countJournaled('a', 48 * MIB - 1);
  expect(over('a', '192.0.2.1')).toBeNull();
  limiter.countJournaled('a', 1);
  // Neither another address nor another account gets around the budget.
  const refusal = { kind: 'refused', retryAfterSeconds: 61 };
  expect([over('a', '192.0.2.2'), over('b', '192.0.2.1')]).toEqual([refusal, refusal]);
  expect(over('b', '192.0.2.2')).toBeNull();
  timers.advance(61_000);
  expect(over('a', '192.0.2.1')).toBeNull();
  limiter.countJournaled('a', 48 * MIB);
  timers.advance(61_000);
  expect(over('a', '192.0.2.1')).toMatchObject({ retryAfterSeconds: 610 - 122 });
  timers.advance((610 - 122) * 1_000);
  expect(over('a', '192.0.2.1')).toBeNull();
});

const knownAccounts = (limiter: Limiter): number => known(limiter, 'account');

function known(limiter: Limiter, table: 'account' | 'address'): number {
  let count = -1;
  const metrics: Pick<Metrics, 'countCap' | 'setCapClients'> = {
    countCap: () => undefined,
    setCapClients: (kind, clients) => {
      if (kind === table) count = clients;
    },
  };
  limiter.flush(metrics as Metrics);
  return count;
}
