/**
 * All programs of `examples/`, `action/` and `deploy/`, and all code blocks that no test runs in the order of their
 * page: each with the test that runs or checks it, or with the reason why none does.
 */

export interface Proof {
  /** A file, a glob, or a page and the language of its blocks: `docs/reference/feeds.md json`. */
  readonly what: string;
  /** The test, or the step of CI. Null only with a reason. */
  readonly by: string | null;
  /** Text by which `by` finds it; the name of the file if absent. */
  readonly as?: string;
  /** Why nothing runs it as it is shown. */
  readonly because?: string;
}

const PROXIES = 'packages/gateway/src/http/proxies.process.test.ts';
const DEPLOYED = 'scripts/deploy.process.test.ts';

export const PROGRAMS: readonly Proof[] = [
  { what: 'examples/first-order.ts', by: 'scripts/docs/start.process.test.ts', as: 'the README' },
  { what: 'examples/first-trade.ts', by: 'conformance/src/sdk/examples.process.test.ts', as: 'the first trade' },
  { what: 'examples/run.ts', by: 'conformance/src/sdk/examples.process.test.ts' },
  { what: 'examples/sign.ts', by: 'conformance/src/sdk/examples.process.test.ts' },
  { what: 'examples/market-maker.ts', by: 'conformance/src/sdk/examples.process.test.ts', as: 'market-maker' },
  { what: 'examples/portfolio.ts', by: 'conformance/src/sdk/examples.process.test.ts', as: 'portfolio' },
  { what: 'examples/tape-recorder.ts', by: 'conformance/src/sdk/examples.process.test.ts', as: 'tape-recorder' },
  { what: 'examples/reconciling-bot.ts', by: 'packages/exam/src/exam.process.test.ts' },
  { what: 'examples/naive-bot.ts', by: 'packages/exam/src/exam.process.test.ts' },
  { what: 'examples/python/*', by: 'compatibility/src/python/python.process.test.ts', as: 'examples/python' },
  { what: 'action/*.js', by: 'scripts/release/release.process.test.ts', as: 'start.js' },
  { what: 'action/action.yml', by: 'scripts/docs/programs.test.ts' },
  { what: 'deploy/{haproxy.cfg,nginx.conf}', by: 'cluster/src/deployed-balancers.process.test.ts', as: 'deploy/' },
  { what: 'deploy/systemd/*', by: DEPLOYED, as: 'systemd/' },
  { what: 'deploy/debian/*', by: 'scripts/release/installed.release.test.ts', as: 'dpkg' },
  { what: 'deploy/Dockerfile', by: 'scripts/release/installed.release.test.ts', as: 'buildImage' },
  {
    what: 'deploy/compose/*.sh',
    by: DEPLOYED,
    as: 'compose/primary.sh',
    because: 'they run inside an image of PostgreSQL',
  },
  { what: 'deploy/compose/env.example', by: DEPLOYED, because: 'values for an operator to fill in' },
  { what: 'deploy/compose/compose.yaml', by: DEPLOYED, because: 'starting it needs Docker; its values are checked' },
];

export const BLOCKS: readonly Proof[] = [
  {
    what: 'docs/guides/bring-your-bot.md js',
    by: 'compatibility/src/starts/starts.process.test.ts',
    as: 'Bring your bot',
  },
  { what: 'docs/guides/bring-your-bot.md jsonc', by: 'packages/exam/src/read-incidents.test.ts' },
  { what: 'docs/guides/bring-your-bot.md txt', by: 'packages/exam/src/exam.process.test.ts' },
  { what: 'docs/guides/bring-your-bot.md json', by: 'packages/mcp/src/mcp.process.test.ts' },
  { what: 'docs/guides/bring-your-bot.md yaml', by: 'scripts/docs/programs.test.ts' },
  { what: 'docs/guides/behind-a-proxy.md nginx', by: PROXIES },
  { what: 'docs/guides/behind-a-proxy.md haproxy', by: PROXIES },
  {
    what: 'docs/guides/postgresql.md ini',
    by: null,
    because: 'paths of an archive; servers of tests archive by the same command',
  },
  { what: 'docs/reference/compatibility.md ts', by: 'compatibility/src/unified-relayer.process.test.ts' },
  {
    what: 'docs/reference/conformance.md sh',
    by: 'conformance/src/conformance.int.test.ts',
    as: 'conformance',
    because: 'other addresses',
  },
  { what: 'docs/reference/feeds.md json', by: 'scripts/docs/programs.test.ts' },
  { what: 'docs/reference/limits.md json', by: 'scripts/docs/programs.test.ts' },
  { what: 'docs/reference/limits.md text', by: null, because: 'headers of an answer at some moment' },
  { what: 'docs/reference/sandbox.md ts', by: 'scripts/release/sdk-package.process.test.ts', as: 'sandbox.md' },
  {
    what: 'docs/reference/tape.md sh',
    by: null,
    because: 'other hosts; docs/guides/record-and-replay.md runs the same commands',
  },
  {
    what: 'docs/internals/reliability.md sh',
    by: '.ci/run',
    as: 'npm run storage',
    because: 'hours; CI runs a share of each',
  },
  {
    what: 'deploy/README.md sh',
    by: 'scripts/release/installed.release.test.ts',
    as: 'dpkg',
    because: 'Docker and systemd as root',
  },
  {
    what: 'packages/sandbox/README.md sh',
    by: 'scripts/release/release.process.test.ts',
    as: 'packages/sandbox/README.md',
  },
  {
    what: 'packages/sandbox/README.md ts',
    by: 'scripts/release/release.process.test.ts',
    as: 'packages/sandbox/README.md',
  },
  {
    what: 'packages/sdk/README.md sh',
    by: 'scripts/release/sdk-package.process.test.ts',
    as: 'packages/sdk/README.md',
  },
  {
    what: 'packages/sdk/README.md ts',
    by: 'scripts/release/sdk-package.process.test.ts',
    as: 'packages/sdk/README.md',
  },
];
