import { type CapName, type CapTable, capTable, type Route } from '@bellwether/contract';
import { forAll, met, runs } from '@bellwether/engine/testing';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { originOf } from '../http/plugins/client-address.ts';
import type { Client, Refusal } from './client.ts';
import { Limiter, type Waiting } from './limiter.ts';
import { LANES, NETWORK_SHARE } from './rows.ts';
import { ManualTimers } from './testing/manual-timers.ts';

interface NaiveRequest {
  readonly id: number;
  readonly client: string;
  readonly rows: readonly CapName[];
  readonly isUrgent: boolean;
  /** Times it counts in the row `order`. */
  readonly weight: number;
}

type Verdict = { readonly kind: 'passed' | 'refused' | 'left'; readonly at: number };

type NaiveWaiting = { readonly request: NaiveRequest; readonly deadline: number };

/** The limiter's rules in their simplest form: a list of all passes, scanned from the start each millisecond. */
class NaiveLimiter {
  readonly verdicts = new Map<number, Verdict>();
  readonly #caps: CapTable;
  readonly #waitMsMax: number;
  readonly #waitingMax: number;
  readonly #passes: { readonly request: NaiveRequest; readonly at: number }[] = [];
  #waiting: NaiveWaiting[] = [];
  #now = 0;

  constructor(caps: CapTable, waitMsMax: number, waitingMax: number) {
    this.#caps = caps;
    this.#waitMsMax = waitMsMax;
    this.#waitingMax = waitingMax;
  }

  arrive(request: NaiveRequest): void {
    const before = this.#waiting.map((waiting) => waiting.request).filter((other) => mayStandBefore(other, request));
    const contended = before.flatMap((other) => this.#lacking(other));
    if (this.#lacking(request).length === 0 && !request.rows.some((row) => contended.includes(row))) {
      this.#pass(request);
      return;
    }
    const inLine = before.filter((other) => other.isUrgent === request.isUrgent).length;
    if (inLine >= this.#waitingMax || !this.#fitsSoon(request, before)) this.#end(request, 'refused');
    else {
      this.#waiting.push({ request, deadline: this.#now + this.#waitMsMax });
      this.#serve();
    }
  }

  leave(id: number): void {
    const waiting = this.#waiting.find(({ request }) => request.id === id);
    if (waiting === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    this.#end(waiting.request, 'left');
    this.#serve();
  }

  advance(ms: number): void {
    for (let passed = 0; passed < ms; passed++) {
      this.#now++;
      this.#serve();
    }
  }

  #serve(): void {
    const all = [true, false].flatMap((urgent) => this.#waiting.filter(({ request }) => request.isUrgent === urgent));
    const contended = new Set<string>();
    for (const waiting of all) {
      const { request } = waiting;
      const lacks = this.#lacking(request);
      const held = request.rows.some((row) => contended.has(`${request.client} ${row}`));
      if (lacks.length === 0 && !held) this.#pass(request);
      else if (this.#now >= waiting.deadline) this.#end(request, 'refused');
      else {
        for (const row of lacks) contended.add(`${request.client} ${row}`);
        continue;
      }
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    }
  }

  #pass(request: NaiveRequest): void {
    this.#passes.push({ request, at: this.#now });
    this.#end(request, 'passed');
  }

  #end(request: NaiveRequest, kind: Verdict['kind']): void {
    this.verdicts.set(request.id, { kind, at: this.#now });
  }

  #lacking(request: NaiveRequest): CapName[] {
    return request.rows.filter((row) => !this.#fits(request.client, row, weightIn(request, row), this.#now));
  }

  /** True if a request and those before it have room within the longest wait. */
  #fitsSoon(request: NaiveRequest, before: readonly NaiveRequest[]): boolean {
    return request.rows.every((row) => {
      const sum = before.filter(({ rows }) => rows.includes(row)).reduce((all, each) => all + weightIn(each, row), 0);
      return this.#fits(request.client, row, sum + weightIn(request, row), this.#now + this.#waitMsMax);
    });
  }

  #fits(client: string, row: CapName, count: number, at: number): boolean {
    return this.#caps[row].every(({ requests, seconds }) => {
      const counted = this.#passes.filter(
        (pass) => pass.request.client === client && pass.request.rows.includes(row) && pass.at > at - seconds * 1000,
      );
      return counted.reduce((sum, { request }) => sum + weightIn(request, row), 0) + count <= requests;
    });
  }
}

const mayStandBefore = (other: NaiveRequest, request: NaiveRequest): boolean =>
  other.client === request.client && (other.isUrgent || !request.isUrgent);

const weightIn = (request: Pick<NaiveRequest, 'weight'>, row: CapName): number =>
  row === 'order' ? request.weight : 1;

const CAPS: CapTable = capTable({
  trading: [{ requests: 9, seconds: 1 }],
  order: [
    { requests: 5, seconds: 1 },
    { requests: 12, seconds: 4 },
  ],
  cancel: [{ requests: 3, seconds: 1 }],
  book: [{ requests: 2, seconds: 2 }],
  catalog: [{ requests: 7, seconds: 1 }],
  events: [{ requests: 3, seconds: 1 }],
  markets: [{ requests: 4, seconds: 2 }],
  listings: [{ requests: 5, seconds: 2 }],
});
const WAIT_MS = 1_000;
const WAITING_MAX = 4;

type Counted = Pick<Route, 'method' | 'path' | 'caps'>;
const ROUTES: readonly Counted[] = [
  { method: 'POST', path: '/order', caps: ['trading', 'order'] },
  { method: 'DELETE', path: '/order', caps: ['trading', 'cancel'] },
  { method: 'POST', path: '/v1/heartbeats', caps: ['trading'] },
  { method: 'GET', path: '/book', caps: ['trading', 'book'] },
  { method: 'GET', path: '/time', caps: ['trading'] },
  { method: 'GET', path: '/events', caps: ['catalog', 'events', 'listings'] },
  { method: 'GET', path: '/markets', caps: ['catalog', 'markets', 'listings'] },
];

const arrival = fc.record({
  kind: fc.constant('arrive' as const),
  // Half of the requests use the rows of one route.
  route: fc.oneof(fc.constant(0), fc.nat({ max: ROUTES.length - 1 })),
  client: fc.constantFrom('a', 'a', 'a', 'b'),
  weight: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 6 })),
});
const pass = fc.record({ kind: fc.constant('advance' as const), ms: fc.constantFrom(0, 1, 7, 60, 250, 999, 1_000) });
const go = fc.record({ kind: fc.constant('leave' as const), back: fc.nat({ max: 5 }) });
const step = fc.oneof({ weight: 8, arbitrary: arrival }, { weight: 3, arbitrary: pass }, { weight: 1, arbitrary: go });
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;
const steps = fc.array(step, { minLength: 20, maxLength: 100, size: 'max' });

function harness() {
  const time = { nowMs: 0 };
  const timers = new ManualTimers(time);
  const limiter = new Limiter({
    caps: CAPS,
    clock: timers.clock,
    schedule: timers.schedule,
    random: MACHINE.random,
    bounds: { waitMsMax: WAIT_MS, waitingPerClientMax: WAITING_MAX },
  });
  const plans = ROUTES.map((route) => limiter.plan(route) ?? expect.unreachable('every route of this test is capped'));
  const planOf = (route: number) => plans[route] ?? expect.unreachable();
  const verdicts = new Map<number, Verdict>();
  const refusals = new Map<number, Refusal>();
  const waiting = new Map<number, Waiting>();
  const arrivals = new Map<number, number>();
  const end = (id: number, refusal: Refusal | null): void => {
    waiting.delete(id);
    verdicts.set(id, { kind: refusal === null ? 'passed' : 'refused', at: time.nowMs });
    if (refusal !== null) refusals.set(id, refusal);
  };
  return {
    time,
    timers,
    verdicts,
    refusals,
    waiting,
    limiter,
    planOf,
    ask(id: number, clients: readonly Client[], route: number, weight: number): void {
      arrivals.set(id, time.nowMs);
      if (limiter.pass(clients, planOf(route), weight)) return end(id, null);
      const started = limiter.wait(clients, planOf(route), weight, (refusal) => end(id, refusal));
      if (started.kind === 'refused') end(id, started);
      else if (!verdicts.has(id)) waiting.set(id, started);
    },
    leave(id: number): void {
      waiting.get(id)?.leave();
      if (waiting.delete(id)) verdicts.set(id, { kind: 'left', at: time.nowMs });
    },
    /** Lets all waiters end, and counts how the requests ended. */
    finish(seen: { passed: number; waited: number; refused: number; left: number }): void {
      timers.advance(WAIT_MS);
      expect([waiting.size, timers.pending]).toEqual([0, 0]);
      for (const [id, { kind, at }] of verdicts) {
        const waitedMs = at - (arrivals.get(id) ?? 0);
        expect(waitedMs).toBeLessThanOrEqual(WAIT_MS);
        seen[kind === 'passed' && waitedMs > 0 ? 'waited' : kind]++;
      }
    },
  };
}

interface Pass {
  /** Everyone whom it counts for. */
  readonly names: readonly string[];
  readonly rows: Counted['caps'];
  readonly weight: number;
  readonly at: number;
}

function expectWithinCaps(passes: readonly Pass[]): void {
  for (const first of passes)
    for (const name of first.names)
      for (const row of first.rows)
        for (const { requests, seconds } of CAPS[row]) {
          const inside = passes.filter(
            ({ names, rows, at }) =>
              names.includes(name) && rows.includes(row) && at >= first.at && at < first.at + seconds * 1000,
          );
          const sum = inside.reduce((total, pass) => total + weightIn(pass, row), 0);
          expect(sum).toBeLessThanOrEqual(requests * (name.endsWith('/48') ? NETWORK_SHARE : 1));
        }
}

/** Runs steps; the `id` of a request is the index of its step. */
function run(all: readonly Step[]) {
  const real = harness();
  const naive = new NaiveLimiter(CAPS, WAIT_MS, WAITING_MAX);
  const requests: (NaiveRequest & { readonly route: number })[] = [];
  for (const [id, step] of all.entries())
    if (step.kind === 'advance') {
      real.timers.advance(step.ms);
      naive.advance(step.ms);
    } else if (step.kind === 'leave') {
      const left = [...real.waiting.keys()].at(-1 - step.back);
      if (left === undefined) continue;
      real.leave(left);
      naive.leave(left);
    } else {
      const { method, path, caps } = ROUTES[step.route] ?? expect.unreachable();
      const isUrgent = method === 'DELETE' || path === '/v1/heartbeats';
      const request = { id, client: step.client, rows: caps, isUrgent, weight: step.weight, route: step.route };
      requests.push(request);
      real.ask(id, real.limiter.byAccount(step.client, null), step.route, step.weight);
      naive.arrive(request);
    }
  return { real, naive, requests };
}

test('caps: every request ends as the plain rules say, at the same millisecond, in order, and no window holds more than its cap [R4 R5 R7]', () => {
  const seen = { passed: 0, waited: 0, refused: 0, left: 0 };
  forAll(360, [steps], (all) => {
    const { real, naive, requests } = run(all);
    real.finish(seen);
    naive.advance(WAIT_MS);
    expect(new Map([...real.verdicts].sort())).toEqual(new Map([...naive.verdicts].sort()));
    const passes = requests.flatMap(({ id, client, ...request }) => {
      const verdict = real.verdicts.get(id);
      return verdict?.kind === 'passed' ? [{ ...request, names: [client], at: verdict.at }] : [];
    });
    expectWithinCaps(passes);
    for (const route of ROUTES.keys())
      for (const client of ['a', 'b']) {
        const times = passes.filter((pass) => pass.route === route && pass.names[0] === client).map(({ at }) => at);
        expect(times).toEqual([...times].sort((left, right) => left - right));
      }
  });
  // Runs in which all requests pass at once would prove nothing.
  for (const times of Object.values(seen)) expect(met(times)).toBeGreaterThan(runs(150));
});

test('caps: after the time of Retry-After the same request passes, and a second earlier it does not [R6]', () => {
  let tried = 0;
  forAll(400, [steps, arrival], (all, last) => {
    const refused = (): { real: ReturnType<typeof harness>; seconds: number | null; alone: boolean } => {
      const { real } = run(all);
      const clients = real.limiter.byAccount(last.client, null);
      real.ask(-1, clients, last.route, last.weight);
      const alone = LANES.every((lane) => clients[0]?.lines[lane].length === 0);
      return { real, seconds: real.refusals.get(-1)?.retryAfterSeconds ?? null, alone };
    };
    const { real, seconds, alone } = refused();
    if (!real.refusals.has(-1)) return;
    if (seconds === null) {
      // Only a request larger than the cap itself never passes.
      expect(last.weight).toBeGreaterThan(5);
      return;
    }
    tried++;
    real.timers.advance(seconds * 1000);
    const retry = ({ limiter, planOf }: ReturnType<typeof harness>): boolean =>
      limiter.pass(limiter.byAccount(last.client, null), planOf(last.route), last.weight);
    expect(retry(real)).toBe(true);
    if (!alone || seconds < 2) return;
    const early = refused().real;
    early.timers.advance((seconds - 1) * 1000);
    expect(retry(early)).toBe(false);
  });
  expect(met(tried)).toBeGreaterThan(runs(25));
});

test('caps: no matter who shares accounts and addresses, no one gets more than its cap in any window [R10]', () => {
  const shared = fc.record({
    route: fc.nat({ max: ROUTES.length - 1 }),
    account: fc.constantFrom('a', 'b', 'c', null),
    address: fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8:1:1::1', '2001:db8:1:2::1'),
    ms: fc.constantFrom(0, 0, 0, 5, 120, 900),
  });
  const seen = { passed: 0, waited: 0, refused: 0, left: 0 };
  forAll(80, [fc.array(shared, { minLength: 40, maxLength: 120, size: 'max' })], (all) => {
    const real = harness();
    for (const [id, { route, account, address, ms }] of all.entries()) {
      real.timers.advance(ms);
      const origin = originOf(address);
      const { limiter } = real;
      real.ask(id, account === null ? limiter.byOrigin(origin) : limiter.byAccount(account, origin), route, 1);
    }
    real.finish(seen);
    const passes = all.flatMap(({ route, account, address }, id): Pass[] => {
      const verdict = real.verdicts.get(id);
      if (verdict?.kind !== 'passed') return [];
      const origin = originOf(address);
      const names = [account, origin.address, origin.network].filter((name) => name !== null);
      return [{ names, rows: ROUTES[route]?.caps ?? [], weight: 1, at: verdict.at }];
    });
    expectWithinCaps(passes);
  });
  for (const times of [seen.passed, seen.waited, seen.refused]) expect(met(times)).toBeGreaterThan(runs(10));
});
