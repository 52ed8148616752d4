/**
 * One configuration for every package. A test file's name says what it costs, and its folder what it is about:
 * `*.test.ts` runs code, `*.int.test.ts` a venue inside the test's process, `*.process.test.ts` starts programs, and
 * `*.browser.test.ts` drives Chromium, and `*.release.test.ts` installs what is published. `vitest run FILE` runs any of
 * them.
 *
 * `--mode quick` is `npm test`: code, venues in the test's process and one real process, which need nothing but Node, with
 * a quarter of each property's runs. `--mode rest` is `npm run test:all`: all that the quick lane leaves out, and half of
 * each property's runs, from another seed: with the same one they would begin with those of the quick lane.
 */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin, type TestProjectConfiguration } from 'vitest/config';
import { builtProgram } from './packages/server/bin/built.js';
import { withThreads } from './scripts/bundle/threads.ts';
import { SCRATCH } from './scripts/tests/scratch.ts';
import { VENUE_PROCESS } from './scripts/tests/test-files.ts';

const CODE = '{packages/*/src,demo,bench,cluster,sim,compatibility,conformance,scripts}/**/*';
/** Run the blocks of the documents. */
const BLOCKS = 'scripts/docs/*.process.test.ts';
const NEVER = ['**/node_modules/**', '**/data/**'];
/** File for a JSON report of the run; undefined for none. */
const REPORT = process.env['TEST_REPORT'];
/** The program that processes run instead of the checkout's, such as that of a release. */
const PROGRAM = process.env['BELLWETHER'];
const LANES: Readonly<Record<string, readonly string[]>> = {
  quick: ['code', 'venue', 'one process'],
  rest: ['blocks', 'process', 'clients', 'browser', 'properties'],
  release: ['release'],
  test: ['blocks', 'code', 'venue', 'process', 'clients', 'browser', 'release'],
};

/** The files of which the quick lane makes a share of the runs. */
const propertyFiles = (): string[] =>
  globSync(`${CODE}.test.ts`, { exclude: NEVER }).filter(
    (path) =>
      !path.endsWith('.process.test.ts') &&
      /\bfc\.assert\(|\bruns\(|\bforAll(?:Async)?\(/.test(readFileSync(path, 'utf8')),
  );

const projects = (mode: string): TestProjectConfiguration[] => {
  // Most files load for longer than they run, so those that start no program share processes.
  const shared = {
    isolate: false,
    setupFiles: ['scripts/tests/property-seed.ts'],
    ...(SCRATCH !== undefined && { env: { TMPDIR: SCRATCH } }),
  };
  // Each file ends the programs that it starts.
  const starting = { isolate: false, setupFiles: ['packages/venue-process/src/testing/hooks.ts'] };
  const all = [
    {
      name: 'code',
      ...shared,
      include: [`${CODE}.test.{ts,tsx}`],
      exclude: [...NEVER, `${CODE}.{int,process,release}.test.ts`],
    },
    { name: 'venue', ...shared, include: [`${CODE}.int.test.ts`] },
    { name: 'one process', ...starting, include: [VENUE_PROCESS] },
    // Projects begin in the order of their names, and these files take longest.
    { name: 'blocks', ...starting, include: [BLOCKS] },
    {
      name: 'process',
      ...starting,
      include: [`${CODE}.process.test.ts`],
      // The quick lane has run that file, on the checkout.
      exclude: [
        ...NEVER,
        BLOCKS,
        'compatibility/**',
        ...(mode === 'rest' && PROGRAM === undefined ? [VENUE_PROCESS] : []),
      ],
    },
    // The clients take longer to load than most of their tests run.
    {
      name: 'clients',
      isolate: false,
      include: ['compatibility/**/*.process.test.ts'],
      globalSetup: ['compatibility/src/shared-venues.ts'],
    },
    {
      name: 'browser',
      // Each test closes what it opens in the browser that all share.
      isolate: false,
      include: ['packages/web/browser/**/*.test.ts'],
      globalSetup: ['packages/web/browser/global-setup.ts'],
    },
    { name: 'release', ...starting, include: ['scripts/release/*.release.test.ts'] },
    { name: 'properties', ...shared, include: mode === 'rest' ? propertyFiles() : [] },
  ];
  const lane = LANES[mode] ?? [];
  return all.filter(({ name }) => lane.includes(name)).map((test) => ({ extends: true, test }));
};

/** Threads that tests start run the bundled program, if there is one: it starts sooner. */
function bundledThreads(): Plugin[] {
  const program = builtProgram();
  if (program === null) return [];
  const folder = pathToFileURL(`${dirname(program)}/`);
  const urlOf = (entry: string): string => `new URL(${JSON.stringify(new URL(`${entry}.js`, folder))})`;
  return [
    {
      name: 'bundled-threads',
      enforce: 'pre',
      transform: (code, id) => withThreads(code, id, urlOf),
      // The runner keeps transformed modules, and older builds are removed.
      configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(() => program),
    },
  ];
}

export default defineConfig(({ mode }) => ({
  plugins: bundledThreads(),
  test: {
    projects: projects(mode),
    exclude: NEVER,
    globalSetup: ['scripts/tests/scratch.ts'],
    // Processes, not threads: tests start worker threads, open SQLite files and kill children.
    pool: 'forks',
    // More than there are cores: some tests wait for a timer, and in the other lanes for processes most of the time.
    maxWorkers: mode === 'quick' ? availableParallelism() + 2 : availableParallelism() + 4,
    // Against a test that hangs, and nothing else: a busy machine may take ten times as long. No test sets a shorter one.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    // A worker that is slow to end holds the verdict back for this long.
    teardownTimeout: 300_000,
    expect: { poll: { timeout: 600_000 } },
    env: {
      // A quarter of each property's runs is enough to notice; `test:all` makes others.
      ...(mode !== 'test' && { PROPERTY_RUNS: process.env['PROPERTY_RUNS'] ?? (mode === 'quick' ? '0.25' : '0.5') }),
      ...(mode === 'rest' && { PROPERTY_SEED: process.env['PROPERTY_SEED'] ?? '20261123' }),
      // Programs and threads that tests start read what an earlier one has compiled, as those of the command do.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/bellwether'),
    },
    reporters: [
      'default',
      ...(mode === 'quick' || mode === 'rest' ? ['./scripts/tests/lane-reporter.ts'] : []),
      ...(REPORT === undefined ? [] : [['json', { outputFile: REPORT }] satisfies [string, object]]),
    ],
    // A failing assertion must be the only reason for a red run: no retries, no watch mode, no colour of chance.
    retry: 0,
    watch: false,
    allowOnly: false,
    passWithNoTests: false,
  },
}));
