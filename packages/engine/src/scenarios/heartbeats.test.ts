import { expect, test } from 'vitest';
import { HEARTBEAT_TIMEOUT_MS, STEPS_PER_COMMAND_MAX } from '../limits.ts';
import type { AccountId, MarketId } from '../units/ids.ts';
import { ScenarioVenue } from './venue.ts';

/** A venue with one market whose keys send heartbeats. Heartbeat ids are `1`, `2`, … */
class Venue extends ScenarioVenue {
  readonly #accounts = new Map<string, AccountId>();
  #beats = 0;
  readonly market: MarketId;

  constructor(...traders: readonly string[]) {
    super();
    for (const name of traders) this.trader(name, '100000');
    [this.market = 0 as never] = this.markets(1, { tick: 10 });
  }

  key(apiKey: string, owner: string): void {
    const { account } = this.named(owner);
    this.accept({ kind: 'IssueApiKey', account, apiKey, nonce: '0' });
    this.#accounts.set(apiKey, account);
  }

  /** Returns `ok <id>` or `expected <id>`. */
  beat(apiKey: string, heartbeatId: string | null): string {
    const account = this.#accounts.get(apiKey) as AccountId;
    const decision = this.submit({ kind: 'Beat', account, apiKey, heartbeatId, nextId: String(++this.#beats) });
    if (decision.kind === 'reject') return `expected '${decision.details['expected']}'`;
    const [event] = decision.kind === 'accepted' ? decision.events : [];
    return event?.kind === 'HeartbeatReceived' ? `ok ${event.heartbeatId}` : 'no event';
  }

  /** One step of the sequencer's timer; returns a summary of its events. */
  expire(): string {
    const decision = this.submit({ kind: 'ExpireHeartbeats' });
    if (decision.kind !== 'accepted') return decision.kind;
    const count = new Map<string, number>();
    for (const event of decision.events) {
      const name =
        event.kind === 'HeartbeatMissed'
          ? `missed ${event.apiKey}`
          : event.kind === 'HeartbeatSwept'
            ? `swept ${event.apiKey}`
            : event.kind === 'OrderCanceled'
              ? event.reason
              : event.kind;
      count.set(name, (count.get(name) ?? 0) + 1);
    }
    return [...count].map(([name, times]) => (times === 1 ? name : `${times} ${name}`)).join(', ');
  }

  orders(count: number, apiKey: string, trader = 'alice'): void {
    for (let order = 0; order < count; order++)
      this.play(this.market, `${trader} buy yes 5 @ 0.10 key=${apiKey} -> live`);
  }

  openOrders(): string {
    return [...this.state.openOrders.values()].map((order) => order.apiKey).join(' ');
  }
}

const BEATS: readonly (readonly [string | null, string])[] = [
  ['nonsense', "expected ''"],
  [null, 'ok 2'],
  [null, "expected '2'"],
  ['', "expected '2'"],
  ['1', "expected '2'"],
  ['2', 'ok 6'],
  ['2', "expected '6'"],
  ['6', 'ok 8'],
];

test('heartbeats: the first beat names nothing, each further one the id of the last answer', () => {
  const v = new Venue('alice');
  v.key('k1', 'alice');
  expect(BEATS.map(([sent]) => [sent, v.beat('k1', sent)])).toEqual(BEATS);
  v.end();
});

test('heartbeats: ten seconds without a beat end the orders of that key and no others [E16]', () => {
  const v = new Venue('alice', 'bob');
  v.key('k1', 'alice');
  v.key('k2', 'alice');
  v.key('k3', 'bob');
  v.beat('k1', '');
  v.beat('k2', '');
  v.orders(2, 'k1');
  v.orders(1, 'k2');
  v.orders(1, 'k3', 'bob');
  v.orders(1, 'k1');
  v.timeMs += 6_000;
  expect(v.beat('k2', '2')).toBe('ok 3');
  v.timeMs += 3_999;
  expect(v.expire()).toBe('unchanged');
  v.timeMs += 1;
  expect([v.expire(), v.expire(), v.expire()]).toEqual(['missed k1', '3 heartbeat, swept k1', 'unchanged']);
  expect(v.openOrders()).toBe('k2 k3');
  expect(v.cash('alice')).toBe('99999.5/0.5');
  v.timeMs += 6_000;
  expect([v.expire(), v.expire()]).toEqual(['missed k2', 'heartbeat, swept k2']);
  expect(v.openOrders()).toBe('k3');
  v.end();
});

test('heartbeats: an order placed after the miss was noted is not swept up by what is left of it', () => {
  const v = new Venue('alice');
  v.key('k1', 'alice');
  v.beat('k1', null);
  v.orders(STEPS_PER_COMMAND_MAX + 1, 'k1');
  v.timeMs += HEARTBEAT_TIMEOUT_MS;
  expect(v.expire()).toBe('missed k1');
  v.orders(1, 'k1');
  expect(v.expire()).toBe('200 heartbeat');
  expect(v.beat('k1', null)).toBe('ok 2');
  v.orders(1, 'k1');
  expect(v.expire()).toBe('heartbeat, swept k1');
  expect([...v.state.openOrders.values()].map((order) => order.orderId)).toEqual([v.orderId(201), v.orderId(202)]);
  v.end();
});

test('heartbeats: a key with few orders does not wait for one with many', () => {
  const v = new Venue('alice', 'bob');
  for (const [key, trader] of [
    ['k1', 'alice'],
    ['k2', 'bob'],
  ] as const) {
    v.key(key, trader);
    v.beat(key, null);
  }
  v.orders(250, 'k1');
  v.orders(3, 'k2', 'bob');
  v.timeMs += HEARTBEAT_TIMEOUT_MS;
  expect(v.expire()).toBe('missed k1, missed k2');
  expect(v.expire()).toBe('103 heartbeat, swept k2');
  expect(v.expire()).toBe('150 heartbeat, swept k1');
  v.end();
});

test('heartbeats: no step ends more than its number of orders or notes more than its number of keys', () => {
  const traders = ['alice', 'bob', 'carol'] as const;
  const v = new Venue(...traders);
  for (let key = 0; key < STEPS_PER_COMMAND_MAX + 50; key++) {
    v.key(`k${key}`, traders[key % 3] ?? 'alice');
    v.beat(`k${key}`, null);
  }
  v.timeMs += HEARTBEAT_TIMEOUT_MS;
  const steps = Array.from({ length: 5 }, () => v.submit({ kind: 'ExpireHeartbeats' }));
  expect(steps.map((step) => (step.kind === 'accepted' ? step.events.length : 0))).toEqual([200, 50, 200, 50, 0]);
  v.end();
});
