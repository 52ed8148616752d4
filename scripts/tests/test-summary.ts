/**
 * Last step of `.ci/run`: turns Vitest's JSON reports and the failed steps into one line, `N passed, N failed`.
 * Usage: node scripts/tests/test-summary.ts STEP=REPORT[,STEP=REPORT…] [FAILED_STEP…]. A failed step counts as one
 * failure. Under CI=true a skipped test and an empty run are failures too: a test that did not run proves nothing.
 */
import { readFileSync } from 'node:fs';

/** The fields of Vitest's JSON report that this script reads. */
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

/**
 * Sums up test runs by the names of their steps, in lines of which the last is the count; a report is null if its run left none. `failedSteps` names the steps,
 * test runs among them, whose exit code was not 0.
 */
export function summarise(
  reports: Readonly<Record<string, TestReport | null>>,
  failedSteps: readonly string[],
  isCi: boolean,
) {
  const runs = Object.entries(reports).map(([step, report]) =>
    summariseRun(step, report, failedSteps.includes(step), isCi),
  );
  const others = failedSteps.filter((step) => !(step in reports)).map((step) => `step failed: ${step}`);
  const causes = [...runs.flatMap((run) => run.causes), ...others];
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const failed = runs.reduce((sum, run) => sum + run.failed, 0) + causes.length;
  const lines = [...runs.flatMap(({ stories }) => stories), ...causes, `${passed} passed, ${failed} failed`];
  return { lines, isGreen: failed === 0 };
}

function summariseRun(step: string, report: TestReport | null, hasFailed: boolean, isCi: boolean) {
  const stories: string[] = [];
  const causes: string[] = [];
  if (report === null) return { stories, causes: [`${step} left no report`], passed: 0, failed: 0 };
  const { numPassedTests: passed, numFailedTests: failed } = report;
  for (const { name, status, assertionResults, message } of report.testResults) {
    if (status === 'failed' && assertionResults.length === 0) causes.push(`file did not run: ${name}: ${message}`);
    for (const each of assertionResults) {
      if (each.status === 'failed') stories.push(`failed: ${each.fullName} (${name})`, ...firstLines(each));
    }
  }
  // Failed tests explain the failure of their step. A step that failed for another reason counts as a failure itself.
  if (hasFailed && failed + causes.length === 0) causes.push(`step failed: ${step}`);
  if (passed + failed === 0) causes.push(`${step} ran no test`);
  const skipped = report.numPendingTests + report.numTodoTests;
  if (isCi && skipped > 0) causes.push(`${step} skipped ${skipped} tests`);
  return { stories, causes, passed, failed };
}

/** The first lines of each message, enough to diagnose the failure, indented below the test's name. */
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
  const [runs = '', ...failedSteps] = process.argv.slice(2);
  const paths = runs.split(',').map((run) => run.split('=') as [string, string]);
  const reports = Object.fromEntries(paths.map(([step, path]) => [step, readReport(path)]));
  const { lines, isGreen } = summarise(reports, failedSteps, process.env['CI'] === 'true');
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = isGreen ? 0 : 1;
}
