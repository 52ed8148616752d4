/** Prints the last lines of a test lane: how much it proved, and which tests it left out. */
import { relative } from 'node:path';
import { readChapters } from '@bellwether/conformance/promises/promises.ts';
import { readProofs } from '@bellwether/conformance/promises/proofs.ts';
import { type PassedTest, provenBy } from '@bellwether/conformance/promises/proven.ts';
import type { Reporter, TestModule } from 'vitest/node';
import { isQuick, ROOT, TEST_FILES } from './test-files.ts';

const CANARY = /^canary: /;

// Vitest creates a reporter from the default export of the configured file.
// biome-ignore lint/style/noDefaultExport: as above
export default class LaneReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed');
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    process.stdout.write(
      `\n${laneLines(modules.map(fileOf), tests.map(nameOf), passed.map(nameOf), skipped.length)}\n`,
    );
  }
}

const fileOf = ({ moduleId }: Pick<TestModule, 'moduleId'>): string => relative(ROOT, moduleId);

const nameOf = ({ module, fullName }: { readonly module: TestModule; readonly fullName: string }): PassedTest => ({
  file: fileOf(module),
  name: fullName,
});

function laneLines(
  files: readonly string[],
  tests: readonly PassedTest[],
  passed: readonly PassedTest[],
  skipped: number,
): string {
  const run = new Set(files);
  const promises = readChapters().flatMap((chapter) => chapter.promises.map(({ id }) => id));
  const { full, some, all } = provenBy(promises, readProofs(), passed);
  const canaries = (of: readonly PassedTest[]): number => of.filter(({ name }) => CANARY.test(name)).length;
  const left = TEST_FILES.filter((file) => !run.has(file));
  const other = left.some(isQuick) ? 'npm test' : 'npm run test:all';
  return [
    `tests     ${passed.length} of ${tests.length} passed${skipped === 0 ? '' : `, ${skipped} skipped`}`,
    // A run of some files has little to say of them.
    ...(some === 0
      ? []
      : [
          `promises  ${full} of ${all} proven by all their tests, ${some} by at least one (docs/reference/conformance.md)`,
        ]),
    ...(canaries(tests) === 0 ? [] : [`canaries  ${canaries(passed)} of ${canaries(tests)} killed`]),
    `files     ${run.size} of ${TEST_FILES.length}; \`${other}\` runs the other ${left.length}`,
  ].join('\n');
}
