/** Figures in the documents are those of the code: each row is a statement of a page, with its figures taken from there. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULT_PRESETS, FAULT_RULES_MAX } from '../../packages/contract/src/schemas/sandbox-faults.ts';
import * as engine from '../../packages/engine/src/limits.ts';
import { addFeeBase, feeOf, micros, price } from '../../packages/engine/src/units/units.ts';
import { INCIDENTS } from '../../packages/exam/src/incidents.ts';
import { FEED_LIMITS } from '../../packages/feeds/src/limits.ts';
import { DEFAULT_RETRY } from '../../packages/sdk/src/retry.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const READY = globSync('packages/sandbox-venue/src/scenario/ready/*.jsonc', { cwd: ROOT }).sort();

/** The number behind a name that its module keeps to itself: `NAME = 10 * 1_000`, `name: 50`. */
function constant(path: string, name: string): number {
  const [, value] =
    new RegExp(`\\b${name}(?:: \\w+)?(?: =|:) (\\d[\\d_]*(?: \\* \\d[\\d_]*)*)[;,]`).exec(read(path)) ?? [];
  if (value === undefined) throw new Error(`${path} has no number called ${name}`);
  return value.split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

const contract = (file: string, name: string): number => constant(`packages/contract/src/schemas/${file}.ts`, name);
const sandbox = (file: string, name: string): number => constant(`packages/sandbox-venue/src/${file}.ts`, name);
const limiter = (name: string): number => constant('packages/gateway/src/limits/limiter-options.ts', name);
const connections = (name: string): number => constant('packages/gateway/src/http/connections/connections.ts', name);
const body = (name: string): number => constant('packages/contract/src/routes/route.ts', name);
const fileOfLimits = (name: string): number => constant('packages/venue/src/config/limits-file.ts', name);
const n = (value: number): string => value.toLocaleString('en-US');
const mib = (bytes: number): string => `${bytes / 2 ** 20} MiB`;
const kib = (bytes: number): string => `${bytes / 2 ** 10} KiB`;

const FORKS = sandbox('forks', 'FORKS_MAX');
const { NAMED_REQUESTS: named } = engine;
const { attemptsMax, delayMs, delayMsMax } = DEFAULT_RETRY;

const STATEMENTS: readonly (readonly [page: string, statement: string])[] = [
  ['docs/start/first-rehearsal.md', `has ${FAULT_PRESETS.length} presets`],
  ['docs/guides/bring-your-bot.md', `plays ${INCIDENTS.length} incidents`],
  ['docs/reference/commands.md', `Play ${INCIDENTS.length} incidents`],
  ['CHANGELOG.md', `plays ${INCIDENTS.length} incidents`],
  ['docs/guides/bring-your-bot.md', `${n(contract('explanation', 'EXPLAINED_FILLS_MAX'))} fills)`],
  ['packages/sandbox/README.md', `up to ${FORKS} venues`],
  ['packages/sdk/README.md', `attemptsMax: ${attemptsMax}, delayMs: ${delayMs}, delayMsMax: ${delayMsMax}`],
  [
    'packages/sdk/README.md',
    `one attempt, ${constant('packages/sdk/src/transport.ts', 'DEFAULT_TIMEOUT_MS') / 1000} s`,
  ],
  ['docs/reference/sandbox.md', `Up to ${FORKS} forks`],
  ['docs/reference/sandbox.md', `Ports below ${sandbox('forks', 'PORT_MIN')}`],
  ['docs/reference/sandbox.md', `the last ${sandbox('sandbox-venue', 'BRANCHES_MAX')} are kept`],
  ['docs/reference/sandbox.md', `up to ${sandbox('replay/replays', 'MARKETS_MAX')} markets`],
  ['docs/reference/sandbox.md', `the latest ${sandbox('replay/replays', 'KEPT_MAX')}, and how far`],
  [
    'docs/reference/sandbox.md',
    `the first ${n(sandbox('replay/replay-report', 'CERTIFIED_ORDERS_MAX'))} resting orders`,
  ],
  ['docs/reference/sandbox.md', `At most ${FAULT_RULES_MAX} rules`],
  ['docs/reference/sandbox.md', `The last ${n(sandbox('faults/settlements', 'TRADES_MAX'))} are remembered`],
  ['docs/reference/sandbox.md', `the latest ${n(sandbox('faults/held-orders', 'REMEMBERED_MAX'))})`],
  ['docs/reference/sandbox.md', `after \`ms\` (${sandbox('faults/delayed-orders', 'WAIT_MS')})`],
  ['docs/reference/limits.md', `fewer than ${limiter('waitingPerClientMax')} requests of that client`],
  ['docs/reference/limits.md', `${n(limiter('waitingMax'))} in all are waiting`],
  [
    'docs/reference/limits.md',
    `up to ${fileOfLimits('WINDOWS_MAX')} windows of 1 to ${n(fileOfLimits('SECONDS_MAX'))}`,
  ],
  ['docs/reference/limits.md', `1 to ${n(fileOfLimits('REQUESTS_MAX'))} requests`],
  ['docs/reference/limits.md', `below ${contract('order', 'ORDERS_PER_PLACEMENT_MAX')} always refuses`],
  ['docs/reference/limits.md', `${kib(body('BODY_BYTES_MAX'))}; ${mib(body('IMPORT_BYTES_MAX'))} for imports`],
  ['docs/reference/limits.md', `feeds included | ${n(connections('connectionsPerAddressMax'))} |`],
  ['docs/reference/limits.md', `for one address | ${n(connections('requestsPerAddressMax'))} |`],
  ['docs/reference/limits.md', `feed connections of one address | ${n(FEED_LIMITS.connectionsPerAddressMax)} |`],
  ['docs/reference/trading-rules.md', `at most ${engine.WALLETS_PER_ACCOUNT_MAX} wallets`],
  ['docs/reference/trading-rules.md', `${engine.API_KEYS_PER_ACCOUNT_MAX} valid API keys`],
  ['docs/reference/trading-rules.md', `${n(engine.API_KEYS_EVER_PER_ACCOUNT_MAX)} ever`],
  ['docs/reference/trading-rules.md', `and ${engine.KEYS_PER_ACCOUNT_MAX} keys`],
  ['docs/reference/trading-rules.md', `until the venue holds ${engine.STARTING_BALANCES_MAX / 1e15} billion units`],
  ['docs/reference/trading-rules.md', `1 to ${contract('relayer', 'RELAY_CALLS_MAX')} calls`],
  ['docs/reference/trading-rules.md', `at most ${engine.RELAY_CONVERSIONS_MAX} conversions`],
  ['docs/reference/trading-rules.md', `${kib(contract('relayer', 'RELAY_DATA_BYTES_MAX'))} of calldata`],
  ['docs/reference/trading-rules.md', `at least ${engine.GTD_LEAD_SECONDS_MIN} after the second`],
  ['docs/reference/trading-rules.md', `at most ${n(engine.ORDERS_PER_MATCH_MAX)} resting orders`],
  ['docs/reference/trading-rules.md', `of the latest ${engine.ORDERS_LOOKED_AT_PER_REFUSAL_MAX})`],
  ['docs/reference/trading-rules.md', `at most ${engine.STEPS_PER_COMMAND_MAX} orders or holders a step`],
  ['docs/reference/trading-rules.md', `gives ${n(engine.HEARTBEAT_TIMEOUT_MS)} ms`],
  ['docs/reference/trading-rules.md', `At most ${n(contract('prices', 'HISTORY_POINTS_MAX'))} points a range`],
  ['docs/reference/trading-rules.md', `${n(contract('prices', 'HISTORY_LIFE_POINTS_MAX'))} for the whole life`],
  ['docs/reference/trading-rules.md', `${contract('prices', 'HISTORY_MARKETS_MAX')} tokens`],
  ['docs/reference/trading-rules.md', `${n(contract('prices', 'HISTORY_BATCH_POINTS_MAX'))} points a batch`],
  [
    'docs/reference/requests.md',
    `the latest ${n(named.perAccountMax)} of an account and ${n(named.ofOperatorMax)} of the operator`,
  ],
  ['docs/reference/requests.md', `Beyond ${n(named.inAllMax)} in all, an account that has ${named.alwaysMax} gives up`],
  ['docs/reference/requests.md', `accounts that have ${engine.SIGNED_REQUESTS.alwaysMax}`],
  ['docs/reference/feeds.md', `still has them (${FEED_LIMITS.recentFramesMax} a`],
  ['docs/reference/feeds.md', `more than ${n(FEED_LIMITS.commentsPendingMax)} changes of a discussion wait`],
  ['docs/reference/feeds.md', `At most ${FEED_LIMITS.discussionsMax} discussions a connection`],
  ['docs/reference/feeds.md', `due within ${FEED_LIMITS.credentialsTimeoutMs / 1000} s`],
  [
    'docs/reference/feeds.md',
    `over ${FEED_LIMITS.messagesMax} messages or pings in ${FEED_LIMITS.messageWindowMs / 1000} s`,
  ],
  ['docs/reference/feeds.md', `may cost ${n(FEED_LIMITS.costPerAddressMax)} in 10 s`],
  ['docs/reference/data.md', `up to ${contract('catalog', 'WIDE_LIST_LIMIT_MAX')} rows a page`],
  ['docs/reference/data.md', `default ${contract('catalog', 'LIST_LIMIT_DEFAULT')}.`],
  ['docs/reference/data.md', `the latest, to ${n(contract('trade', 'TRADES_OFFSET_MAX'))}`],
  ['docs/reference/data.md', `at most ${contract('data', 'HOLDERS_MARKETS_MAX')} markets`],
  ['docs/reference/data.md', `Up to ${contract('data', 'LIVE_VOLUME_MARKETS_MAX')} markets, or the \`id\``],
  ['docs/reference/data.md', `Newest first, ${contract('data', 'BUILDER_TRADES_PAGE')} a page`],
  ['docs/reference/tape.md', `at most ${mib(constant('packages/venue/src/tape/block.ts', 'BLOCK_BYTES_MAX'))}`],
  ['docs/internals/reliability.md', `\`.ci/run\` plays ${/--seeds (\d+)/.exec(read('.ci/run'))?.[1]}`],
];

/** A page as one line with single spaces, whatever its paragraphs and tables are wrapped and padded to. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

test.each(STATEMENTS)('figures: %s says “%s”, as the code does', (page, statement) =>
  expect(flat(read(page))).toContain(statement),
);

test('figures: presets and incidents are counted nowhere else, and never in words', () => {
  const texts = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: ROOT });
  const counted = texts.flatMap((page) =>
    [...flat(read(page)).matchAll(/\b[\w-]+ \S+ (?:incidents|presets)\b/g)]
      .filter(([found]) => /\d|teen|ty\b|ty-|\b(?:ten|eleven|twelve) /.test(found))
      .map(([found]) => [page, found] as const),
  );
  expect(counted.length).toBeGreaterThan(2);
  expect(counted.filter(([page, found]) => !STATEMENTS.some((row) => row[0] === page && row[1] === found))).toEqual([]);
});

test('figures: the table of ready scenarios has each once', () => {
  const rows = [...read('docs/reference/sandbox.md').matchAll(/^\| `([a-z-]+)` +\| [^|]+\|$/gm)].map(
    ([, name]) => name,
  );
  expect(rows.sort()).toEqual(READY.map((path) => basename(path, '.jsonc')));
});

test('figures: the fee of `taker-fees` is what its description and the documents say, a cent a share at one half', () => {
  const scenario = read('packages/sandbox-venue/src/scenario/ready/taker-fees.jsonc');
  const rate = Number(/"takerBaseFee": (\d+)/.exec(scenario)?.[1]);
  for (const text of [scenario, read('docs/reference/sandbox.md')])
    expect(text).toContain(`shares × ${rate / 100} % × p × (1 − p), at most a cent a share`);
  for (const [p, fee] of [
    [5_000, 10_000],
    [2_000, 6_400],
    [9_000, 3_600],
  ] as const) {
    const base = { high: 0, low: 0 };
    addFeeBase(base, micros(1_000_000), price(p));
    expect(feeOf(base, rate)).toBe(fee);
  }
});
