import { type CapTable, capTable, type Route } from '@bellwether/contract';
import { met, runs } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { originOf } from '../http/plugins/client-address.ts';
import { MACHINE } from '../runtime/machine.ts';
import type { Client, Refusal } from './client.ts';
import { Limiter, type Waiting } from './limiter.ts';
import { LANES, NETWORK_SHARE } from './rows.ts';
import { ManualTimers } from './testing/manual-timers.ts';
import { NaiveLimiter } from './testing/naive-limiter.ts';

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

interface Arrival {
  readonly kind: 'arrive';
  readonly route: number;
  readonly client: string;
  readonly weight: number;
}
type Step =
  | Arrival
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'leave'; readonly back: number };

const arrival = fc.record({
  kind: fc.constant('arrive' as const),
  // Half of the requests use the rows of one route.
  route: fc.oneof(fc.constant(0), fc.nat({ max: ROUTES.length - 1 })),
  client: fc.constantFrom('a', 'a', 'a', 'b'),
  weight: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 6 })),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: arrival },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('advance' as const),
        ms: fc.constantFrom(0, 1, 7, 60, 250, 999, 1_000),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), back: fc.nat({ max: 5 }) }) },
  ),
  { minLength: 20, maxLength: 100, size: 'max' },
);

/** A limiter with a manual clock, and the outcome of each request. */
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
  const verdicts = new Map<number, { kind: 'passed' | 'refused' | 'left'; at: number }>();
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
    arrivals,
    plans,
    limiter,
    arrive(id: number, { route, client, weight }: Arrival): Client {
      const plan = plans[route] ?? expect.unreachable();
      arrivals.set(id, time.nowMs);
      const [found = expect.unreachable()] = limiter.byAccount(client, null);
      if (limiter.pass([found], plan, weight)) end(id, null);
      else {
        const started = limiter.wait([found], plan, weight, (refusal) => end(id, refusal));
        if (started.kind === 'refused') end(id, started);
        else if (!verdicts.has(id)) waiting.set(id, started);
      }
      return found;
    },
    leave(id: number): void {
      waiting.get(id)?.leave();
      if (waiting.delete(id)) verdicts.set(id, { kind: 'left', at: time.nowMs });
    },
  };
}

/** Runs steps; the `id` of a request is the index of its step. */
function run(all: readonly Step[]) {
  const real = harness();
  const naive = new NaiveLimiter(CAPS, WAIT_MS, WAITING_MAX);
  for (const [id, step] of all.entries()) {
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
      const request = { id, client: step.client, rows: caps, isUrgent, weight: step.weight };
      real.arrive(id, step);
      naive.arrive(request);
    }
  }
  return { real, naive };
}

test('caps: every request ends as the plain rules say, at the same millisecond [R4]', () => {
  const seen = { atOnce: 0, waited: 0, refused: 0, left: 0 };
  fc.assert(
    fc.property(steps, (all) => {
      const { real, naive } = run([...all, { kind: 'advance', ms: 1_000 }]);
      expect(new Map([...real.verdicts].sort())).toEqual(new Map([...naive.verdicts].sort()));
      for (const [id, { kind, at }] of real.verdicts) {
        if (kind !== 'passed') seen[kind]++;
        else if (at === real.arrivals.get(id)) seen.atOnce++;
        else seen.waited++;
      }
      expect(real.waiting.size).toBe(0);
      expect(real.timers.pending).toBe(0);
    }),
    { numRuns: runs(120) },
  );
  // Runs in which all requests pass at once would prove nothing.
  for (const times of Object.values(seen)) expect(met(times)).toBeGreaterThan(runs(50));
});

test('caps: after the time of Retry-After the same request passes, and a second earlier it does not [R6]', () => {
  let tried = 0;
  fc.assert(
    fc.property(steps, arrival, (all, last) => {
      const refused = (): { real: ReturnType<typeof harness>; seconds: number | null; alone: boolean } => {
        const { real } = run(all);
        const client = real.arrive(-1, last);
        const alone = LANES.every((lane) => client.lines[lane].length === 0);
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
      const retry = (to: ReturnType<typeof harness>): boolean =>
        to.limiter.pass(
          to.limiter.byAccount(last.client, null),
          to.plans[last.route] ?? expect.unreachable(),
          last.weight,
        );
      expect(retry(real)).toBe(true);
      if (!alone || seconds < 2) return;
      const early = refused().real;
      early.timers.advance((seconds - 1) * 1000);
      expect(retry(early)).toBe(false);
    }),
    { numRuns: runs(400) },
  );
  expect(met(tried)).toBeGreaterThan(runs(25));
});

test('caps: no matter who shares accounts and addresses, no one gets more than its cap in any window [R10]', () => {
  const shared = fc.record({
    route: fc.nat({ max: ROUTES.length - 1 }),
    account: fc.constantFrom('a', 'b', 'c', null),
    address: fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8:1:1::1', '2001:db8:1:2::1'),
    ms: fc.constantFrom(0, 0, 0, 5, 120, 900),
  });
  const seen = { passed: 0, refused: 0, waited: 0 };
  fc.assert(
    fc.property(fc.array(shared, { minLength: 40, maxLength: 120, size: 'max' }), (all) => {
      const { limiter, timers, time, plans } = harness();
      const passes: { readonly names: readonly string[]; readonly rows: Counted['caps']; readonly at: number }[] = [];
      let open = 0;
      for (const { route, account, address, ms } of all) {
        timers.advance(ms);
        const origin = originOf(address);
        const clients = account === null ? limiter.byOrigin(origin) : limiter.byAccount(account, origin);
        const names = [account ?? 'none', origin.address, origin.network ?? 'none'].filter((name) => name !== 'none');
        const plan = plans[route] ?? expect.unreachable();
        const rows = ROUTES[route]?.caps ?? expect.unreachable();
        const began = time.nowMs;
        const end = (refusal: Refusal | null): void => {
          expect(time.nowMs - began).toBeLessThanOrEqual(WAIT_MS);
          if (refusal === null) passes.push({ names, rows, at: time.nowMs });
          seen[refusal === null ? (time.nowMs === began ? 'passed' : 'waited') : 'refused']++;
        };
        if (limiter.pass(clients, plan)) end(null);
        else {
          open++;
          const started = limiter.wait(clients, plan, 1, (refusal) => {
            open--;
            end(refusal);
          });
          if (started.kind === 'refused') {
            open--;
            end(started);
          }
        }
      }
      timers.advance(WAIT_MS);
      expect([open, timers.pending]).toEqual([0, 0]);
      for (const first of passes) {
        for (const name of first.names) {
          for (const row of first.rows) {
            for (const { requests, seconds } of CAPS[row]) {
              const inside = passes.filter(
                ({ names, rows, at }) =>
                  names.includes(name) && rows.includes(row) && at >= first.at && at < first.at + seconds * 1000,
              );
              expect(inside.length).toBeLessThanOrEqual(requests * (name.endsWith('/48') ? NETWORK_SHARE : 1));
            }
          }
        }
      }
    }),
    { numRuns: runs(80) },
  );
  for (const times of Object.values(seen)) expect(met(times)).toBeGreaterThan(runs(10));
});
