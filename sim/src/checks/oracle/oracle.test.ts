/**
 * The oracle's answer for an earlier place does not depend on earlier questions, and no question changes the oracle.
 */
import { type Command, micros } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { expect, test } from 'vitest';
import { createDice } from '../../dice/dice.ts';
import { History, order, SPLIT, sale } from '../testing/history.ts';
import { Oracle } from './oracle.ts';

/** Commands of which some are accepted at some places, and refused or already done at others. */
const QUESTIONS: readonly Command[] = [
  order(3),
  order(500),
  sale(501),
  { ...SPLIT, amount: micros(5_000_000_000) },
  { ...SPLIT, request: { by: SPLIT.account, key: 'once', hash: 'a'.repeat(64) } },
];

/** More entries than lie between two of the oracle's copies. */
function entriesOf(): readonly ChainedEntry[] {
  const history = History.opened();
  for (let salt = 0; salt < 120; salt++) history.do(salt % 3 === 2 ? sale(salt) : order(salt));
  return history.facts.flatMap((fact) => (fact.kind === 'logged' ? fact.entries : []));
}

test('oracle: what it is asked in any order is what it would have said at each place', () => {
  const entries = entriesOf();
  const dice = createDice(1);
  const asked = new Oracle();
  for (const entry of entries) asked.follow(entry);
  const kinds = new Set<string>();
  let place = entries.length;
  for (let question = 0; question < 400; question++) {
    // Nearly all questions are about a place near the last one.
    place = dice.chance(0.2) ? dice.below(entries.length + 1) : Math.min(entries.length, place + dice.below(4));
    const command = dice.pick(QUESTIONS);
    const timeMs = (entries[place - 1]?.timeMs ?? 0) + 5;
    const alone = new Oracle();
    for (const entry of entries.slice(0, place)) alone.follow(entry);
    const decision = asked.ask(command, place, timeMs);
    expect(decision).toEqual(alone.ask(command, place, timeMs));
    kinds.add(decision.kind);
  }
  expect([...kinds].sort()).toEqual(['accepted', 'duplicate', 'reject']);
});
