/** Results in words, of a market and of an event. */
import type { ProposedResult } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { actorWords, proposalsOf, proposedTitle, resultWords } from './result-words.ts';

const LABELS = ['Yes', 'No'] as const;
const proposal = (payouts: string[], more: Partial<ProposedResult> = {}): ProposedResult => ({
  ...{ payouts, refund: false, note: '', by: 'operator', outcome: '', source: '' },
  ...{ proposed_at: '2026-11-29T10:00:00Z', ends_at: '2026-11-30T10:00:00Z', ...more },
});

test.each([
  [['1', '0'], 'Yes'],
  [['0', '1'], 'No'],
  [['0.5', '0.5'], 'even split'],
  [['0.3', '0.7'], 'Yes 0.3, No 0.7'],
])('result: payouts of %j are %s', (payouts, words) => {
  expect(resultWords(proposal(payouts), LABELS)).toBe(words);
});

test('result: a refund has no payouts, and a dispute is in the title', () => {
  expect(proposedTitle(proposal([], { refund: true }), LABELS)).toBe('Proposed: refund');
  const disputed = { by: '0x1', reason: 'It rained.' };
  expect(proposedTitle(proposal(['0', '1'], { disputed }), LABELS)).toBe('Disputed: No');
});

const row = (label: string, of: ProposedResult | null) => {
  return { conditionId: `0x${label}`, label, outcomeLabels: LABELS, proposal: of };
};
const words = (rows: readonly ReturnType<typeof row>[]) => proposalsOf(rows).map((each) => each.words);

test('event: one proposal for all markets names its winners, several are told apart by their market', () => {
  const [yes, no, half] = [
    ['1', '0'],
    ['0', '1'],
    ['0.5', '0.5'],
  ].map((payouts) => proposal(payouts));
  expect(words([row('red', null), row('blue', null)])).toEqual([]);
  expect(words([row('red', yes ?? null)])).toEqual(['Yes']);
  expect(words([row('red', no ?? null), row('blue', yes ?? null)])).toEqual(['blue']);
  expect(words([row('red', half ?? null), row('blue', half ?? null), row('green', no ?? null)])).toEqual(['red, blue']);
  expect(words([row('red', half ?? null), row('blue', half ?? null)])).toEqual(['even split']);
  const refund = proposal([], { refund: true });
  expect(words([row('red', refund), row('blue', refund)])).toEqual(['refund']);
  const later = proposal(['0', '1'], { proposed_at: '2026-11-29T11:00:00Z' });
  expect(words([row('red', yes ?? null), row('blue', later), row('green', null)])).toEqual(['red: Yes', 'blue: No']);
});

test('actor: the venue, the operator, oneself or an address', () => {
  const address = `0x${'a1'.repeat(20)}`;
  expect(['', 'operator', address].map((by) => actorWords(by, null))).toEqual([
    'the venue',
    'the operator',
    '0xa1a1…a1a1',
  ]);
  expect(actorWords(address, address.toUpperCase().replace('X', 'x'))).toBe('you');
});
