/** Number of trades that are remembered, and their fate when their rule is disarmed. */

import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';
import { expect, test } from 'vitest';
import { RuleBook } from './rule-book.ts';
import { Settlements } from './settlements.ts';

test('settlements: the last 100,000 trades are remembered, as long as their rule is armed', () => {
  const rules = new RuleBook(
    () => 0,
    () => () => 0,
  );
  const rule = rules.arm({
    preset: null,
    match: {},
    do: { kind: 'settle' },
    seed: 1,
    fromMs: Number.NEGATIVE_INFINITY,
    untilMs: Number.POSITIVE_INFINITY,
    marketTexts: [],
  });
  const steps = [{ status: 'FAILED' as const, sinceMs: 0, hasHash: true }];
  const trades = Array.from({ length: 100_001 }, (_, index) => ({ sequence: index + 1, rule, steps }));
  const settlements = new Settlements(rules, new ManualRuntime(), trades);
  const statuses = [1, 2, 100_001].map((sequence) => settlements.shown(sequence)?.status);
  expect(statuses).toEqual([undefined, 'FAILED', 'FAILED']);
  rules.disarm(rule);
  expect(settlements.shown(2)).toBeNull();
});
