/**
 * A checker that cannot fail checks nothing: every rule has histories that break it, with sound twins that break none.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Violation } from '../limits.ts';
import { FOLD_RULE, type Rule } from './audited-log.ts';
import type { Fact } from './facts.ts';
import { Auditor, createRules } from './rules.ts';
import { BREAKING } from './testing/breaking-histories.ts';
import type { Breaking } from './testing/history.ts';

/**
 * The rule that a history breaks, checked against some rules; null if it breaks none. `spoil` damages the state just
 * before the end.
 */
function brokenBy(facts: readonly Fact[], rules: readonly Rule[], spoil?: Breaking['spoil']): string | null {
  const auditor = new Auditor(rules);
  try {
    for (const fact of facts) {
      if (fact.kind === 'ended') spoil?.(auditor.log.state);
      auditor.take(fact);
    }
    return null;
  } catch (error) {
    if (error instanceof Violation) return error.rule;
    throw error;
  }
}

const named = (name: string): readonly Rule[] =>
  // Other rules may find the same problem, but this one must find it alone. The oracle's rules share the one that
  // follows the log.
  createRules().filter((rule) => rule.name === name || (name.startsWith('oracle-') && rule.name === 'oracle-decides'));

describe('rules of the simulator', () => {
  test.each(BREAKING)('$rule: $what', ({ rule, history, spoil }) => {
    expect(brokenBy(history(false), createRules())).toBeNull();
    expect(brokenBy(history(true), named(rule), spoil)).toBe(rule);
  });

  test('every rule has a history that breaks it, and no two have one name [D51]', () => {
    const names = [FOLD_RULE, ...createRules().map(({ name }) => name)];
    expect(new Set(names).size).toBe(names.length);
    const broken = new Set(BREAKING.map(({ rule }) => rule));
    expect(names.filter((name) => !broken.has(name))).toEqual([]);
    expect([...broken].filter((name) => !names.includes(name))).toEqual([]);
  });

  test('docs/internals/reliability.md names every rule, and no other', () => {
    const text = readFileSync(new URL('../../../docs/internals/reliability.md', import.meta.url), 'utf8');
    const table = text.slice(text.indexOf('### What must hold'), text.indexOf('## Canaries'));
    const told = new Set([...table.matchAll(/`([a-z]+(?:-[a-z]+)*)`/g)].map(([, name]) => name));
    expect([...told].toSorted()).toEqual([FOLD_RULE, ...createRules().map(({ name }) => name)].toSorted());
  });
});
