/** The table of results that a run prints, and its summary. */
import type { Result } from './run.ts';

const MARKS = { pass: 'pass', fail: 'FAIL', 'not offered': '–' } as const;
const MARK_WIDTH = 4;

/** One line for each rule, under its section; failures show the expected and the actual value. */
export function reportLines(results: readonly Result[]): string[] {
  const lines: string[] = [];
  let current = '';
  for (const { section, rule, outcome } of results) {
    if (section !== current) lines.push('', section);
    current = section;
    const why = outcome.kind === 'not offered' ? ` (${outcome.why})` : '';
    lines.push(`  ${MARKS[outcome.kind].padEnd(MARK_WIDTH)}  ${rule}${why}`);
    if (outcome.kind === 'fail') {
      lines.push(`        ${outcome.what}`, `        expected ${outcome.expected}`, `        got      ${outcome.got}`);
    }
  }
  return [...lines, '', ...summary(results)];
}

function summary(results: readonly Result[]): string[] {
  const sections = [...new Set(results.map(({ section }) => section))];
  const count = (kind: string, of: readonly Result[]): string =>
    String(of.filter(({ outcome }) => outcome.kind === kind).length);
  const rows = [
    ['section', 'pass', 'fail', 'not offered'],
    ...sections.map((section) => {
      const of = results.filter((result) => result.section === section);
      return [section, count('pass', of), count('fail', of), count('not offered', of)];
    }),
    ['all', count('pass', results), count('fail', results), count('not offered', results)],
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(
    ([name = '', pass = '', fail = '', none = '']) =>
      `${name.padEnd(width)}  ${pass.padStart(5)}  ${fail.padStart(5)}  ${none.padStart(11)}`,
  );
}
