/**
 * Bots under examination: one that knows what it has, two that do not, and some that are broken. All but the first are
 * examined on one sandbox; the command starts its own.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FAULT_PRESETS } from '@bellwether/contract';
import { createClient } from '@bellwether/sdk';
import { createDataDir, runBellwether, startBellwether, startVenueProcess } from '@bellwether/venue-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from './examine.ts';
import { INCIDENTS } from './incidents.ts';
import { readPlan, runExam } from './index.ts';
import { readLedger, shownHoldings } from './ledger.ts';
import { findingLines } from './report.ts';

const NODE = `'${process.execPath}'`;
const ROOT = join(import.meta.dirname, '../../..');
const example = (file: string): string => `${NODE} '${join(ROOT, 'examples', file)}'`;
const REFERENCE = example('reconciling-bot.ts');
const NAIVE = example('naive-bot.ts');
const testing = (file: string): string => `${NODE} '${join(import.meta.dirname, 'testing', file)}'`;

const ALL = INCIDENTS.map(({ name }) => name);
/**
 * A busy machine needs long for whatever is to come, and seconds for an account to stand still. What never comes is
 * waited for briefly.
 */
const LONG = '600';
const BRIEF = '10';
const AT_ONCE = 6;

let sandbox: { readonly url: string; readonly adminToken: string; stop(): Promise<void> };
beforeAll(async () => {
  sandbox = await startVenueProcess({ settings: { BELLWETHER_SANDBOX: 'on', BELLWETHER_STARTING_BALANCE: '0' } });
});
afterAll(() => sandbox.stop());

interface Wish {
  readonly bot: string;
  /** Files of incidents. */
  readonly incidents?: readonly string[];
  readonly incident: string;
  readonly within: string;
  readonly patience?: string;
}

let running = 0;
const waiting: (() => void)[] = [];

/** Finding of one incident, on a venue of its own. Some are played at a time, by all tests together. */
async function examined(wish: Wish): Promise<Finding> {
  if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await examine(wish);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

async function examine({ bot, incidents = [], incident, within, patience = LONG }: Wish): Promise<Finding> {
  const plan = await readPlan({ bot, incidents, only: [incident], within, patience });
  if (typeof plan === 'string') return expect.unreachable(plan);
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  const passes = await runExam({ ...sandbox, plan, stopped: new Promise(() => undefined), isJson: true, print });
  const { incidents: findings } = JSON.parse(printed.join()) as { readonly incidents: readonly [Finding] };
  expect(passes).toBe(findings[0].verdict === 'agrees');
  return findings[0];
}

async function allExamined(wishes: readonly Wish[]): Promise<ReadonlyMap<string, Finding>> {
  const found = wishes.map(async (wish) => [wish.incident, await examined(wish)] as const);
  return new Map(await Promise.all(found));
}

const verdicts = (found: ReadonlyMap<string, Finding>): Record<string, string> =>
  Object.fromEntries([...found].map(([incident, { verdict, problem }]) => [incident, problem ?? verdict]));

// The longest first: the tests run side by side.
test.concurrent('exam: the command says that a bot that follows its holdings agrees in all of them', async () => {
  const junit = join(createDataDir(), 'exam.xml');
  const words = ['--within', LONG, '--patience', LONG, '--jobs', '4', '--junit', junit];
  const { code, stdout } = await runBellwether(['exam', '--bot', REFERENCE, ...words]);
  expect(readFileSync(junit, 'utf8')).toContain(` tests="${ALL.length}" failures="0" `);
  const [last, ...lines] = stdout.trimEnd().split('\n').reverse();
  expect([last, code]).toEqual([`${ALL.length} of ${ALL.length} agree`, 0]);
  expect(lines.filter((line) => /^\S+: agrees$/.test(line)).reverse()).toEqual(ALL.map((name) => `${name}: agrees`));
});

/** Incidents about which a bot learns all by the answers to its own requests. */
const ANSWERED = ['engine-restart', 'post-only-window'];

test.concurrent('exam: a bot that keeps its own books is found out by all incidents but those that its answers tell of', async () => {
  const wishes = ALL.map((incident) => ({ bot: NAIVE, incident, within: ANSWERED.includes(incident) ? LONG : BRIEF }));
  const found = await allExamined(wishes);
  const expected = ALL.map((name) => [name, ANSWERED.includes(name) ? 'agrees' : 'disagrees']);
  expect(verdicts(found)).toEqual(Object.fromEntries(expected));
  const table = readFileSync(join(ROOT, 'docs/reference/compatibility.md'), 'utf8');
  const marks = [...table.matchAll(/^\| `([a-z-]+)` +(?:\| \S* +)+\| ([✓✗]) +\|$/gm)].map(([, name, mark]) => [
    name,
    mark,
  ]);
  expect(marks).toEqual(ALL.map((name) => [name, ANSWERED.includes(name) ? '✓' : '✗']));

  const differences = (name: string) => found.get(name)?.differences;
  const [yes] = Object.entries(found.get('silent-feed')?.labels ?? {}).find(([, label]) => label === 'Yes') ?? [];
  const order = (more: object) => expect.objectContaining({ of: 'order', ...more });
  expect(differences('duplicate-post')).toEqual([order({ bot: null, ledger: '20' })]);
  expect(differences('cancel-fails')).toEqual([order({ bot: null, ledger: '20' })]);
  expect(differences('ended-unseen')).toEqual([order({ bot: '20', ledger: null, status: 'CANCELED' })]);
  expect(differences('balance-changed')).toEqual([{ of: 'cash', id: '', bot: '1000', ledger: '937.5' }]);
  expect(differences('silent-feed')).toEqual([
    order({ bot: '20', ledger: null, status: 'MATCHED' }),
    { of: 'position', id: expect.any(String), bot: '0', ledger: '20' },
    { of: 'cash', id: '', bot: '1000', ledger: '989' },
  ]);
  expect(differences('silent-feed')?.[1]?.id).toBe(yes);
  // The documents show this report, without its middle and with one id for all.
  const page = readFileSync(join(ROOT, 'docs/guides/bring-your-bot.md'), 'utf8');
  const [head, ...lines] = findingLines(found.get('silent-feed') ?? expect.unreachable());
  const end = lines.slice(lines.findIndex((line) => line.startsWith('  differs'))).join('\n');
  expect(page).toContain(`\`\`\`txt\n${head}\n  …\n${end.replaceAll(/0x[0-9a-f]{64}/g, '0x1f…')}\`\`\``);
  expect(differences('filled-while-disconnected')).toMatchObject([
    { of: 'order', bot: '20', ledger: '10' },
    { of: 'position', bot: '0', ledger: '10' },
    { of: 'cash', bot: '1000', ledger: '994.5' },
  ]);
  // The bot has added up each message about the one trade; on a busy machine the last may reach it after the comparison.
  const failed = differences('settlement-fails-once');
  const counted = Number(failed?.[0]?.bot) / 20;
  expect([2, 3, 4, 5]).toContain(counted);
  expect(failed).toMatchObject([
    { of: 'position', bot: String(20 * counted), ledger: '20' },
    { of: 'cash', bot: String(1000 - 11 * counted), ledger: '989' },
  ]);
  // The bot's next order may have been faster than the cut, and has ended with the market.
  expect(differences('resolved-while-away')?.filter(({ of }) => of !== 'order')).toMatchObject([
    { of: 'position', bot: '20', ledger: '0' },
    { of: 'cash', bot: '989', ledger: '1009' },
  ]);
  expect(differences('cutover')).toEqual([order({ bot: '10', ledger: null, status: 'CANCELED' })]);
  expect(differences('rewound')).toContainEqual(order({ bot: '10', ledger: null, status: 'unknown to the venue' }));
});

test.concurrent('exam: a bot that takes refused orders for placed is found out by them; an order expires as time goes on', async () => {
  const incidents = [...ANSWERED, 'ended-unseen'];
  const found = await allExamined(incidents.map((incident) => ({ bot: `${NAIVE} hopeful`, incident, within: BRIEF })));
  expect(verdicts(found)).toEqual(Object.fromEntries(incidents.map((name) => [name, 'disagrees'])));
  const [restart, window, ended] = incidents.map((name) => found.get(name));
  const never = [expect.objectContaining({ ledger: null, status: 'unknown to the venue' })];
  expect([restart?.differences, window?.differences]).toEqual([never, never]);
  expect(ended?.steps.map(({ what }) => what).join()).toContain('expired: time went on past its expiration');
  expect(ended?.differences).toEqual([expect.objectContaining({ bot: '20', ledger: null, status: 'EXPIRED' })]);
});

test.concurrent('exam: a stop ends the bot, and the command says how far it came', async () => {
  const file = join(createDataDir(), 'pid');
  const junit = join(createDataDir(), 'exam.xml');
  const words = ['--bot', `echo $$ >> '${file}'; exec ${REFERENCE}`, '--patience', LONG, '--junit', junit];
  const program = startBellwether(['exam', ...words]);
  await program.said(/^timed-out-yet-filled: agrees$/m);
  const { code, stdout } = await program.end('SIGINT');
  const said = new RegExp(`\\ninterrupted after \\d of ${ALL.length} incidents: \\d of \\d agree\\n$`);
  expect([code, stdout]).toEqual([1, expect.stringMatching(said)]);
  expect(readFileSync(junit, 'utf8')).toContain(
    '<failure type="interrupted" message="the exam was interrupted before">',
  );
  const pids = readFileSync(file, 'utf8').trim().split('\n').map(Number);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(pids[0]).toBeGreaterThan(1);
});

/** A file with those incidents, in a folder of its own. */
function fileOf(name: string, text: string): string {
  const file = join(createDataDir(), name);
  writeFileSync(file, text);
  return file;
}

const posts = { match: { route: 'POST /order*' }, do: { kind: 'delay', ms: 1 } };
/** Every kind of step, and every preset. */
const WRITTEN = [
  {
    name: 'everything',
    about: 'All that an incident can consist of.',
    steps: [
      { kind: 'mode', mode: 'post_only' },
      { kind: 'mode', mode: 'open' },
      { kind: 'fault', rule: posts, note: 'its orders are counted' },
      { kind: 'start' },
      { kind: 'hit', what: 'post an order' },
      { kind: 'meet' },
      { kind: 'disarm', note: 'they no longer are' },
      { kind: 'rest' },
      { kind: 'fill', part: 'half', order: 'rested' },
      { kind: 'move' },
      { kind: 'wait', ms: 1 },
      { kind: 'withdraw', amount: '7.5' },
      { kind: 'deposit', amount: '5' },
      { kind: 'advance', by: '1m' },
      { kind: 'cutOff' },
      { kind: 'reconnect' },
      { kind: 'fill', part: 'all' },
      { kind: 'rewind' },
      { kind: 'cutOver' },
      { kind: 'disarm' },
      { kind: 'fill', part: 'all' },
      { kind: 'resolve', winner: 'filled' },
    ],
  },
  {
    name: 'presets',
    about: 'Each preset for a moment.',
    steps: [
      { kind: 'start' },
      ...FAULT_PRESETS.flatMap((preset) => [{ kind: 'fault', rule: { preset }, note: preset }, { kind: 'disarm' }]),
    ],
  },
];

test.concurrent('exam: incidents of a file with comments are played step by step', async () => {
  const incidents = [fileOf('own.jsonc', `// Ours.\n${JSON.stringify(WRITTEN)}`)];
  const [everything, presets] = await Promise.all(
    WRITTEN.map(({ name }) => examined({ bot: REFERENCE, incidents, incident: name, within: LONG })),
  );
  expect([everything?.problem, everything?.verdict, presets?.problem, presets?.verdict]).toEqual([
    null,
    'agrees',
    null,
    'agrees',
  ]);
  const said = (everything?.steps ?? []).map(({ what }) => what.replaceAll(/0x[0-9a-f]{64}|\d+ times/g, '…'));
  expect(said).toEqual([
    "the venue's mode became post_only",
    "the venue's mode became open",
    'its orders are counted',
    'the bot was started',
    'it had met the fault … by then',
    'they no longer are',
    'its order … rests',
    '10 of 20 shares of order … were filled',
    'the price moved by five ticks',
    'the operator withdrew 7.5',
    'the operator deposited 5',
    'time went on by 1m',
    expect.stringContaining('the bot was cut off'),
    'the connection works again',
    expect.stringMatching(/^\d+ of 20 shares of order … were filled$/),
    expect.stringMatching(/^the venue went back to entry \d+, before order …$/),
    expect.stringContaining('its open orders were wiped'),
    expect.stringMatching(/^\d+ of 20 shares of order … were filled$/),
    'the market was resolved to Yes, and holders were paid',
  ]);
  expect(presets?.steps.map(({ what }) => what)).toEqual(['the bot was started', ...FAULT_PRESETS]);
});

const MODULE = `
const own = (name: string, play: (stage: Stage) => Promise<void>) => ({ name, about: 'Of a module.', play });
export default [
  own('posts-are-slow', async (stage) => {
    const rule = await stage.arm({ match: { route: 'POST /order*' }, do: { kind: 'delay', ms: 50 } });
    await stage.startBot();
    await stage.untilHit(rule, 'post an order');
    const { id } = await stage.fillNext('all');
    await stage.until('it had no trade', async () => ((await stage.operator.sandbox.explain(id)).size_matched === '20' ? id : null));
    stage.note('all of it was filled, and the bot was told late');
  }),
  own('gives-up', async () => { throw new TypeError('there is no stage'); }),
  own('asks-wrongly', (stage) => stage.arm({ do: { kind: 'silence' } })),
];
`;

test.concurrent('exam: incidents of a module get the stage, and what they throw is the reason why they were not played', async () => {
  const type = join(ROOT, 'packages/exam/src/incident.ts');
  const incidents = [fileOf('own.ts', `import type { Stage } from '${type}';\n${MODULE}`)];
  const play = (incident: string) => examined({ bot: REFERENCE, incidents, incident, within: LONG });
  const slow = await play('posts-are-slow');
  expect([slow.problem, slow.verdict]).toEqual([null, 'agrees']);
  expect(slow.steps.at(-1)?.what).toBe('all of it was filled, and the bot was told late');
  expect(await play('gives-up')).toMatchObject({
    verdict: 'not played',
    problem: 'playing it failed: there is no stage',
  });
  expect(await play('asks-wrongly')).toMatchObject({
    verdict: 'not played',
    problem: expect.stringMatching(/^the venue refused it to the exam: 400 match.feed says of which feed/),
  });
});

const broken = (way: string): string => `${testing('broken-bot.ts')} ${way}`;
test.concurrent.each([
  ['there is no such command', 'no-such-bot', /^the bot ended after .* s with exit code 127: .*no-such-bot/],
  ['it ends at once', 'true', /^the bot ended after .* s with exit code 0, without a word$/],
  [
    'it says nothing',
    broken('silent'),
    /^the bot has not written its beliefs: the file that BELIEFS names is not there$/,
  ],
  ['it writes words', broken('writes-words'), /^the bot's beliefs are not JSON: all is well$/],
  ['it never writes to the end', broken('writes-half'), /^the bot's beliefs are not JSON: \{ "openOrders"/],
  ['it writes a wrong field', broken('wrong-field'), /^the bot's beliefs: cash must be an amount .*, not -1$/],
  ['it dies in the middle', broken('dies'), /^the bot ended after .* s with exit code 3: out of luck$/],
])('exam: %s, and the report says so', async (_what, bot, problem) => {
  const within = bot.endsWith('dies') ? LONG : BRIEF;
  const { verdict, problem: said } = await examined({ bot, incident: 'balance-changed', within });
  expect([verdict, said]).toEqual(['broken', expect.stringMatching(problem)]);
});

test.concurrent('exam: an incident that waits for a bot in vain was not played', async () => {
  const finding = await examined({ bot: 'sleep 1000', incident: 'balance-changed', within: BRIEF, patience: '1' });
  expect(finding).toMatchObject({
    verdict: 'not played',
    problem: 'no order of the bot rested in the market within 1 s',
    ledger: null,
  });
});

async function served(listener: RequestListener): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

test.concurrent.each<[string, RequestListener | null, string, RegExp]>([
  ['is not there', null, LONG, /^POST http:\S+ failed: connect ECONNREFUSED/],
  ['never answers', () => undefined, '1', /^POST http:\S+ was not answered within 1 s$/],
  ['refuses', (_, response) => response.writeHead(503).end('not now'), LONG, /was answered with 503: not now$/],
])('exam: a bot at an address %s', async (_what, listener, patience, problem) => {
  const { url, close } = await served(listener ?? (() => undefined));
  if (listener === null) close();
  const finding = await examined({ bot: url, incident: 'rewound', within: BRIEF, patience });
  expect([finding.verdict, finding.problem]).toEqual(['broken', expect.stringMatching(problem)]);
  close();
});

test.concurrent('exam: a bot at an address is told where to begin, and may sell', async () => {
  let account: ReturnType<typeof createClient> | null = null;
  const begin = async (text: string): Promise<string> => {
    const { venue, key, market, token } = JSON.parse(text) as Record<'venue' | 'key' | 'market' | 'token', string>;
    account = createClient({ baseUrl: venue, account: { signer: key } });
    await account.account.split({ conditionId: market, amount: '50' });
    await account.orders.place({ tokenId: token, side: 'SELL', price: '0.5', size: '30' });
    return '';
  };
  const believe = async (): Promise<string> => {
    const ledger = account === null ? null : await readLedger(account);
    return JSON.stringify(ledger === null ? null : shownHoldings(ledger));
  };
  const { url, close } = await served(async (request, response) => {
    const body = await Array.fromAsync(request as AsyncIterable<Buffer>);
    response.end(await (request.method === 'POST' ? begin(Buffer.concat(body).toString()) : believe()));
  });
  const silent = await examined({ bot: url, incident: 'silent-feed', within: LONG });
  expect(silent).toMatchObject({ verdict: 'agrees', ledger: { openOrders: [], cash: '965' } });
  const resolved = await examined({ bot: url, incident: 'resolved-while-away', within: LONG });
  // 20 Yes and 50 No are left of 50 pairs, and No has won.
  expect(resolved).toMatchObject({ verdict: 'agrees', ledger: { openOrders: [], positions: {}, cash: '1015' } });
  close();
});

test.concurrent('exam: the command refuses wrong usage, lists its incidents, and says what a bot has to do', async () => {
  const usage = /^bellwether: --bot must be the address of a bot or a command that starts it\n\nUsage: bellwether exam/;
  expect(await runBellwether(['exam'])).toMatchObject({ code: 2, stderr: expect.stringMatching(usage) });
  const own = fileOf('own.json', JSON.stringify({ name: 'own', about: 'Ours.', steps: [{ kind: 'start' }] }));
  const { stdout: list } = await runBellwether(['exam', '--list', '--incidents', own]);
  const names = list.trimEnd().split('\n');
  expect(names.map((line) => line.split(' ', 1)[0])).toEqual([...ALL, 'own']);
  const wrong = {
    code: 2,
    stderr: expect.stringMatching(/^bellwether: --incidents none.jsonc: there is no such file\n/),
  };
  expect(await runBellwether(['exam', '--list', '--incidents', 'none.jsonc'])).toMatchObject(wrong);
  expect((await runBellwether(['exam', '--help'])).stdout).toContain('BELIEFS');
});
