/** Prints the last lines of a lane: how much it proved, and what it left out. */
import { relative } from 'node:path';
import { readChapters } from '@bellwether/conformance/promises/promises.ts';
import { readProofs } from '@bellwether/conformance/promises/proofs.ts';
import { type PassedTest, provenBy } from '@bellwether/conformance/promises/proven.ts';
import type { Reporter, TestModule } from 'vitest/node';
import { isQuick, ROOT, TEST_FILES } from './test-files.ts';

const CANARY = /^canary: /;

// Vitest makes a reporter of the default export of the file that its configuration names.
// biome-ignore lint/style/noDefaultExport: as above
export default class LaneReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed');
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    process.stdout.write(`\n${laneLines(modules.map(fileOf), passed.map(passedTest), tests.length, skipped.length)}\n`);
  }
}

const fileOf = ({ moduleId }: Pick<TestModule, 'moduleId'>): string => relative(ROOT, moduleId);

const passedTest = ({ module, fullName }: { readonly module: TestModule; readonly fullName: string }): PassedTest => ({
  file: fileOf(module),
  name: fullName,
});

function laneLines(files: readonly string[], passed: readonly PassedTest[], tests: number, skipped: number): string {
  const run = new Set(files);
  const promises = readChapters().flatMap((chapter) => chapter.promises.map(({ id }) => id));
  const { full, some, all } = provenBy(promises, readProofs(), passed);
  const killed = passed.filter(({ name }) => CANARY.test(name)).length;
  const left = TEST_FILES.filter((file) => !run.has(file));
  const other = left.some(isQuick) ? 'npm test' : 'npm run test:all';
  return [
    `tests     ${passed.length} of ${tests} passed${skipped === 0 ? '' : `, ${skipped} skipped`}`,
    `promises  ${full} of ${all} proven by all their tests, ${some} by at least one (docs/CONFORMANCE.md)`,
    ...(killed === 0 ? [] : [`canaries  ${killed} killed`]),
    `files     ${run.size} of ${TEST_FILES.length}; \`${other}\` runs the other ${left.length}`,
  ].join('\n');
}
