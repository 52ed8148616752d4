/** Promises count as proven only by tests that passed. */
import { expect, test } from 'vitest';
import { section } from '../check.ts';
import { proofsIn, proofsOfRun } from './proofs.ts';
import { type PassedTest, type ProvenPromises, provenBy } from './proven.ts';

/** A test name. It is split, because in one piece it would name promises of this file. */
const named = (text: string, ids: string): string => `${text} [${ids}]`;

const PROOFS = [
  ...proofsIn(
    [
      `test('${named('fees: the taker alone pays', 'E7 E30')}', () => {});`,
      `test.each(SIZES)('${named('fees: of %s at $price they are exact (%i)', 'E30')}', () => {});`,
      `test(\`${named('modes: refused in $' + '{mode}', 'M12')}\`, () => {});`,
      `// test('${named('modes: never written', 'M12')}', () => {});`,
    ].join('\n'),
    'fees.test.ts',
  ),
  ...proofsIn(`test('${named('channel: in order (at once)', 'H8')}', () => {});`, 'channel-suite.ts'),
  ...proofsOfRun(section('Venue', [{ rule: named('GET / is {ok}', 'V1'), run: () => Promise.resolve() }])),
];

const count = (...passed: readonly PassedTest[]): ProvenPromises =>
  provenBy(['E7', 'E30', 'M12', 'H8', 'V1', 'R31'], PROOFS, passed);
const passed = (text: string, ids: string, file = 'fees.test.ts'): PassedTest => ({ file, name: named(text, ids) });

test('proven: nothing passed, nothing is proven', () => expect(count()).toEqual({ full: 0, some: 0, all: 6 }));

test('proven: a promise of two tests is proven in full by both, whatever group they stand in', () => {
  const taker = passed('exchange > fees: the taker alone pays', 'E7 E30');
  expect(count(taker)).toEqual({ full: 1, some: 2, all: 6 });
  const exact = passed('fees: of 5 shares at 0.5 they are exact (3)', 'E30');
  expect(count(taker, exact)).toEqual({ full: 2, some: 2, all: 6 });
});

test('proven: neither by the same name in another file nor by a longer one, but by each test of a group', () => {
  expect(count(passed('modes: refused in open', 'M12', 'other.test.ts')).some).toBe(0);
  expect(count(passed(named('modes: refused in open', 'M12'), 'M13')).some).toBe(0);
  expect(count(passed('modes: refused in open', 'M12')).full).toBe(1);
  expect(count({ file: 'fees.test.ts', name: `modes > ${named('modes: refused in open', 'M12')} > halted` }).full).toBe(
    1,
  );
});

test('proven: a test of a suite counts in the file that runs it, and a rule by its name', () => {
  expect(count(passed('direct > channel: in order (at once)', 'H8', 'direct.test.ts')).full).toBe(1);
  expect(count(passed('conformance: Venue: GET / is {ok}', 'V1', 'run.test.ts')).full).toBe(1);
});
