/**
 * One configuration for every package. A test file's name says what it costs, and the folder it lies in what it is about:
 * `*.test.ts` runs code, `*.int.test.ts` a venue inside the test's process, `*.process.test.ts` starts programs, and
 * `*.browser.test.ts` drives Chromium. The first two are the quick lane, which needs nothing but Node.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const CODE = '{packages/*/src,demo,bench,cluster,sim,compatibility,conformance,scripts}/**/*';
const NEVER = ['**/node_modules/**', '**/data/**'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          setupFiles: ['scripts/property-seed.ts'],
          include: [`${CODE}.test.{ts,tsx}`],
          exclude: [...NEVER, `${CODE}.{int,process}.test.ts`],
          // These share processes: for most of them, loading what they test takes longer than the test.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'venue',
          setupFiles: ['scripts/property-seed.ts'],
          include: [`${CODE}.int.test.ts`],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          setupFiles: ['scripts/property-seed.ts'],
          include: [`${CODE}.process.test.ts`],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['packages/web/browser/**/*.test.ts'],
          globalSetup: ['packages/web/browser/global-setup.ts'],
        },
      },
    ],
    exclude: NEVER,
    // Processes, not threads: tests start worker threads, open SQLite files and kill children.
    pool: 'forks',
    // Four files at a time even on two cores: the long ones wait for other processes most of the time.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // Against what hangs alone: a busy machine may take ten times as long. No test sets a shorter one of its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Hundreds of venues are started here, and none rests for hours: what a start has used need not be given back at once,
    // which is a fifth of its work. `bench:memory` and the crash rounds start venues as they are.
    env: { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --no-expose-gc`.trim() },
    // A failing assertion must be the only reason for a red run: no retries, no watch mode, no colour of chance.
    retry: 0,
    watch: false,
    allowOnly: false,
    passWithNoTests: false,
  },
});
