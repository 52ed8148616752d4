/** The independent heartbeat check: accepts the engine's behaviour and reports any deviation. */
import { accountId, type Command, type Event, type OrderNumber } from '@bellwether/engine';
import { describe, expect, test } from 'vitest';
import type { ChainedEntry } from '../../ports/journal.ts';
import { RecordedVenue } from '../../projections/fixtures/recorded-venue.ts';
import { HeartbeatsCheck } from './heartbeats-check.ts';

const KEY = { account: accountId(0), apiKey: 'key-0' } as const;
const beat = (heartbeatId: string, nextId: string): Command => ({ kind: 'Beat', ...KEY, heartbeatId, nextId });

/** A key that beats twice, rests two orders and misses a beat, with one order placed after the miss. */
function history(): ChainedEntry[] {
  const venue = new RecordedVenue();
  venue.openAccounts(1);
  venue.addMarkets(1);
  venue.must({ kind: 'IssueApiKey', ...KEY, nonce: '0' });
  venue.must(beat('', 'first'));
  venue.must(beat('first', 'second'));
  const order = { trader: 0, side: 'BUY', price: 4000, shares: 10 } as const;
  const place = (): ChainedEntry => venue.must({ ...venue.placement(order), apiKey: KEY.apiKey });
  place();
  place();
  venue.timeMs += 10_000;
  venue.must({ kind: 'ExpireHeartbeats' });
  place();
  venue.must({ kind: 'ExpireHeartbeats' });
  return venue.entries;
}

function check(entries: readonly ChainedEntry[]): string {
  const heartbeats = new HeartbeatsCheck();
  try {
    for (const entry of entries) heartbeats.observe(entry);
    return 'holds';
  } catch (error) {
    return (error as Error).message;
  }
}

/** The history with the last event of a kind changed or removed. */
function changed(kind: Event['kind'], change: object | null): ChainedEntry[] {
  const entries = history();
  const at = entries.findLastIndex(({ events }) => events.some((event) => event.kind === kind));
  return entries.map((entry, index) => {
    if (index !== at) return entry;
    const events = entry.events.flatMap((event) =>
      event.kind !== kind ? [event] : change === null ? [] : [{ ...event, ...change } as Event],
    );
    return { ...entry, events };
  });
}

describe('heartbeats', () => {
  test('heartbeats check: what the engine does holds', () => {
    expect(check(history())).toBe('holds');
  });

  const falsehoods: [string, ChainedEntry[], RegExp][] = [
    ['a longer period', changed('HeartbeatReceived', { deadlineMs: 9e15 }), /gives key-0 another period/],
    [
      'a miss of a key that is not armed',
      changed('HeartbeatMissed', { apiKey: 'other' }),
      /other has not missed a beat/,
    ],
    ['a miss that no revocation explains', changed('HeartbeatMissed', { cause: 'key_revoked' }), /has not missed/],
    ['a miss of later orders', changed('HeartbeatMissed', { ordersBefore: 3 }), /about other orders than it had/],
    ['a miss too few', changed('HeartbeatMissed', null), /is cancelled for a beat that was not missed/],
    ['an order left out', changed('OrderCanceled', null), /order [01] of key-0 outlives a missed beat/],
    [
      'an order too many',
      changed('OrderCanceled', { order: 2 as OrderNumber }),
      /order 2 is cancelled for a beat that was not missed/,
    ],
  ];
  test.each(falsehoods)('heartbeats check: %s is found', (_what, entries, message) => {
    expect(check(entries)).toMatch(/^entry \d+: /);
    expect(check(entries)).toMatch(message);
  });

  test('heartbeats check: a beat without the last id, and a miss before its time, are found', () => {
    const wrongId = history().map((entry) =>
      entry.command.kind === 'Beat' ? { ...entry, command: { ...entry.command, heartbeatId: 'x' } } : entry,
    );
    expect(check(wrongId)).toMatch(/a beat of key-0 without its last id/);
    const early = history().map((entry) =>
      entry.events.some(({ kind }) => kind === 'HeartbeatMissed') ? { ...entry, timeMs: entry.timeMs - 10_000 } : entry,
    );
    expect(check(early)).toMatch(/key-0 has not missed a beat/);
  });
});
