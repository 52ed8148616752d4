/** One configuration for every package; tests lie beside the code they test, those that need a browser in a folder of theirs. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          setupFiles: ['scripts/property-seed.ts'],
          include: ['{packages/*/src,demo,bench,sim,compatibility,conformance,scripts}/**/*.test.{ts,tsx}'],
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
    exclude: ['**/node_modules/**', '**/data/**'],
    // Processes, not threads: tests start worker threads, open SQLite files and kill children.
    pool: 'forks',
    // Two files at a time even on two cores: the long ones wait for other processes most of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Against what hangs alone: a busy machine may take ten times as long. No test sets a shorter one of its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // A failing assertion must be the only reason for a red run: no retries, no watch mode, no colour of chance.
    retry: 0,
    watch: false,
    allowOnly: false,
    passWithNoTests: false,
  },
});
