/** `npm run sim -- --canaries [--only NAME]`: runs the canaries' tests and prints the rule that found each canary. */
import { fileURLToPath } from 'node:url';
import { startVitest, type TestCase } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CANARY = /^canary: ([^:]+): (.+)$/;

/** `only`: name of a canary; empty: all. Returns the exit code: 0 if every canary was killed. */
export async function playCanaries(only: string): Promise<number> {
  let [played, dead] = [0, 0];
  const print = (test: TestCase): void => {
    const [, name, breaks] = CANARY.exec(test.name) ?? [];
    if (name === undefined || breaks === undefined || test.result().state === 'skipped') return;
    played++;
    const { canary } = test.meta();
    if (canary !== undefined) dead++;
    const { rule = 'ALIVE', seed = '', seeds = '' } = canary ?? {};
    console.log(`| ${`\`${name}\``.padEnd(29)} | ${breaks.padEnd(79)} | ${rule.padEnd(25)} | ${seed} | ${seeds} |`);
  };
  console.log('| canary | what it breaks | found by | seed | seeds |\n| --- | --- | --- | --: | --: |');
  const vitest = await startVitest(['sim/src/canaries/canaries.test.ts'], {
    root: ROOT,
    watch: false,
    testNamePattern: `^canary: ${only || '[^:]+'}:`,
    reporters: [
      {
        onTestCaseResult: print,
        // A table that does not load has no tests to report.
        onTestModuleEnd: (tests) => {
          for (const { message } of tests.errors()) console.log(message);
        },
      },
    ],
  });
  await vitest.close();
  console.log(`${dead} of ${played} canaries killed`);
  return dead > 0 && dead === played ? 0 : 1;
}
