/** The report as JUnit XML, which CI systems show. */
import { renameSync, writeFileSync } from 'node:fs';
import { escapeHtml } from '@bellwether/gateway/http/page/html.ts';
import type { Finding } from './examine.ts';
import type { Incident } from './incident.ts';
import { differenceText, findingLines } from './report.ts';

/** Writes one test case for each incident, also for those that an interrupted exam never came to, beside `file`, then renames it. */
export function writeJunit(file: string, incidents: readonly Incident[], findings: readonly Finding[]): void {
  writeFileSync(`${file}.new`, junitText(incidents, findings));
  renameSync(`${file}.new`, file);
}

export function junitText(incidents: readonly Incident[], findings: readonly Finding[]): string {
  const cases = incidents.map(({ name }) => {
    const finding = findings.find(({ incident }) => incident === name);
    const head = `<testcase classname="bellwether exam" name="${escaped(name)}" time="${finding?.seconds ?? 0}"`;
    if (finding?.verdict === 'agrees') return { line: `    ${head}/>`, fails: false };
    const type = finding?.verdict ?? 'interrupted';
    const message = finding === undefined ? 'the exam was interrupted before' : reasonOf(finding);
    const text = finding === undefined ? '' : findingLines(finding).slice(1).join('\n');
    const failure = `<failure type="${type}" message="${escaped(message)}">${escaped(text)}</failure>`;
    return { line: `    ${head}>\n      ${failure}\n    </testcase>`, fails: true };
  });
  const failures = cases.filter(({ fails }) => fails).length;
  const seconds = findings.reduce((sum, finding) => sum + finding.seconds, 0).toFixed(1);
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="0" time="${seconds}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="bellwether exam" ${counts}>`,
    ...cases.map(({ line }) => line),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const reasonOf = ({ problem, differences, labels }: Finding): string =>
  problem ?? differences.map((difference) => differenceText(difference, labels)).join('; ');

/** Text for content and attributes. What XML 1.0 cannot say, such as a terminal's escapes, becomes U+FFFD. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
  escapeHtml(text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'));
