import { expect, test } from 'vitest';
import { HEARTBEAT_TIMEOUT_MS, STEPS_PER_COMMAND_MAX } from '../limits.ts';
import type { MarketId } from '../units/units.ts';
import { ScenarioVenue } from './venue.testing.ts';

class Venue extends ScenarioVenue {
  readonly market: MarketId;

  constructor(...traders: readonly string[]) {
    super();
    for (const name of traders) this.trader(name, '100000');
    [this.market = 0 as never] = this.markets(1, { tick: 10 });
  }

  key(apiKey: string, owner: string): void {
    const { account } = this.named(owner);
    this.accept({ kind: 'IssueApiKey', account, apiKey, nonce: '0' });
    this.accept({ kind: 'Beat', account, apiKey, heartbeatId: null, nextId: '1' });
  }

  /** One step of the sequencer's timer; returns a summary of its events. */
  expire(): string {
    const decision = this.submit({ kind: 'ExpireHeartbeats' });
    if (decision.kind !== 'accepted') return decision.kind;
    const count = new Map<string, number>();
    for (const event of decision.events) {
      const what = 'apiKey' in event ? `${event.kind} ${event.apiKey}` : event.kind;
      const name = event.kind === 'OrderCanceled' ? event.reason : what;
      count.set(name, (count.get(name) ?? 0) + 1);
    }
    return [...count].map(([name, times]) => (times === 1 ? name : `${times} ${name}`)).join(', ');
  }

  orders(count: number, apiKey: string, trader: string): void {
    for (let order = 0; order < count; order++)
      this.play(this.market, `${trader} buy yes 5 @ 0.10 key=${apiKey} -> live`);
  }
}

test('heartbeats: a key with few orders does not wait for one with many', () => {
  const v = new Venue('alice', 'bob');
  v.key('k1', 'alice');
  v.key('k2', 'bob');
  v.orders(250, 'k1', 'alice');
  v.orders(3, 'k2', 'bob');
  v.timeMs += HEARTBEAT_TIMEOUT_MS;
  expect(v.expire()).toBe('HeartbeatMissed k1, HeartbeatMissed k2');
  expect(v.expire()).toBe('103 heartbeat, HeartbeatSwept k2');
  expect(v.expire()).toBe('150 heartbeat, HeartbeatSwept k1');
  v.end();
});

test('heartbeats: no step ends more than its number of orders or notes more than its number of keys', () => {
  const traders = ['alice', 'bob', 'carol'] as const;
  const v = new Venue(...traders);
  for (let key = 0; key < STEPS_PER_COMMAND_MAX + 50; key++) v.key(`k${key}`, traders[key % 3] ?? 'alice');
  v.timeMs += HEARTBEAT_TIMEOUT_MS;
  const steps = Array.from({ length: 5 }, () => v.submit({ kind: 'ExpireHeartbeats' }));
  expect(steps.map((step) => (step.kind === 'accepted' ? step.events.length : 0))).toEqual([200, 50, 200, 50, 0]);
  v.end();
});
