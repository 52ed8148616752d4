/** The last line of `.ci/run` must never be green if any test was red, missing or skipped. */
import { expect, test } from 'vitest';
import { summarise, type TestReport } from './test-summary.ts';

const unloaded = { name: 'a.test.ts', status: 'failed', assertionResults: [], message: 'syntax' };

function report(passed: number, failed = 0, skipped = 0, testResults: TestReport['testResults'] = []): TestReport {
  return { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, numTodoTests: 0, testResults };
}

test.each<[string, TestReport | null, string[], boolean, string]>([
  ['all green', report(12), [], true, '12 passed, 0 failed'],
  ['a failed test counts once, not again for its step', report(11, 1), ['tests'], true, '11 passed, 1 failed'],
  ['a red test step without a failed test counts', report(12), ['tests'], true, '12 passed, 1 failed'],
  ['a file that did not load counts', report(3, 0, 0, [unloaded]), ['tests'], true, '3 passed, 1 failed'],
  ['another step that failed counts', report(12), ['check', 'bench:orders'], true, '12 passed, 2 failed'],
  ['no report is a failure', null, [], true, '0 passed, 1 failed'],
  ['no test is a failure', report(0), [], true, '0 passed, 1 failed'],
  ['a skipped test is a failure in CI', report(12, 0, 1), [], true, '12 passed, 1 failed'],
  ['a skipped test is none elsewhere', report(12, 0, 1), [], false, '12 passed, 0 failed'],
])('test summary: %s [H4]', (_, input, steps, isCi, line) => {
  const { lines, isGreen } = summarise({ tests: input }, steps, isCi);
  expect(lines.at(-1)).toBe(line);
  expect(isGreen).toBe(line.endsWith(' 0 failed'));
});

test('test summary: failed tests are told again before the count, with the first lines of what they said', () => {
  const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
  const assertionResults = [
    { fullName: 'books cross', status: 'failed', failureMessages: ['expected 1 to be 2\nat books.ts', long] },
    { fullName: 'books rest', status: 'passed', failureMessages: [] },
  ];
  const failed = report(1, 1, 0, [{ name: 'books.test.ts', status: 'failed', message: '', assertionResults }]);
  const { lines } = summarise({ tests: failed }, ['tests'], true);
  expect(lines.slice(0, 4)).toEqual([
    'failed: books cross (books.test.ts)',
    '    expected 1 to be 2',
    '    at books.ts',
    '    line 0',
  ]);
  expect([lines.length, lines.at(-1)]).toEqual([16, '1 passed, 1 failed']);
});

test('test summary: every run counts, and one that left no report is a failure beside one that is green', () => {
  expect(summarise({ quick: report(12), rest: report(3, 1) }, ['rest'], true).lines).toEqual(['15 passed, 1 failed']);
  expect(summarise({ quick: report(12), rest: null }, [], true).lines).toEqual([
    'rest left no report',
    '12 passed, 1 failed',
  ]);
});
