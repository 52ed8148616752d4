/**
 * Last word of `.ci/run`: turns Vitest's JSON report and the failed steps into one line, `N passed, N failed`.
 * Usage: node scripts/test-summary.ts REPORT [FAILED_STEP…]. A step that failed counts as one failure. Under CI=true a
 * skipped test and an empty run are failures too: what was not run proves nothing.
 */
import { readFileSync } from 'node:fs';

/** The part of Vitest's JSON report that is read here. */
export interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

const MESSAGE_LINES_MAX = 12;
const MESSAGE_LINE_LENGTH_MAX = 300;

export interface Summary {
  /** Failed tests and other causes first; the last line is the count. */
  readonly lines: readonly string[];
  readonly isGreen: boolean;
}

/** `report` is null when the test run left none; `failedSteps` are names such as `check`, the test run being `tests`. */
export function summarise(report: TestReport | null, failedSteps: readonly string[], isCi: boolean): Summary {
  const passed = report?.numPassedTests ?? 0;
  const failedTests = report?.numFailedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const causes: string[] = [];
  const stories: string[] = [];
  for (const { name, status, assertionResults, message } of report?.testResults ?? []) {
    if (status === 'failed' && assertionResults.length === 0) causes.push(`file did not run: ${name}: ${message}`);
    for (const each of assertionResults) {
      if (each.status === 'failed') stories.push(`failed: ${each.fullName} (${name})`, ...firstLines(each));
    }
  }
  // Failed tests speak for their step; without one it failed for another reason, and that counts.
  const isExplained = failedTests + causes.length > 0;
  for (const step of failedSteps) {
    if (step !== 'tests' || !isExplained) causes.push(`step failed: ${step}`);
  }
  if (report === null) causes.push('the test run left no report');
  else if (passed + failedTests === 0) causes.push('no test ran');
  if (isCi && skipped > 0) causes.push(`${skipped} tests were skipped`);
  const failed = failedTests + causes.length;
  return { lines: [...stories, ...causes, `${passed} passed, ${failed} failed`], isGreen: failed === 0 };
}

/** Enough of each message to know what went wrong, indented below the test's name. */
function firstLines({ failureMessages }: { readonly failureMessages?: readonly string[] | null }): string[] {
  return (failureMessages ?? []).flatMap((message) =>
    message.split('\n', MESSAGE_LINES_MAX).map((line) => `    ${line.slice(0, MESSAGE_LINE_LENGTH_MAX)}`),
  );
}

function readReport(path: string): TestReport | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as TestReport;
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const [path = '', ...failedSteps] = process.argv.slice(2);
  const { lines, isGreen } = summarise(readReport(path), failedSteps, process.env['CI'] === 'true');
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = isGreen ? 0 : 1;
}
