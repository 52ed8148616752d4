/** `bellwether exam` as its user starts it: a bot that knows what it has, two that do not, and bots that are broken. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@bellwether/sdk';
import { createDataDir, runBellwether, startBellwether } from '@bellwether/venue-process';
import { afterEach, expect, test } from 'vitest';
import type { Finding } from './examine.ts';
import { readLedger, shownHoldings } from './ledger.ts';

const NODE = `'${process.execPath}'`;
const REFERENCE = `${NODE} '${join(import.meta.dirname, '../../../examples/reconciling-bot.ts')}'`;
const bot = (name: string): string => `${NODE} '${join(import.meta.dirname, 'testing')}/${name}`;
const NAIVE = `${bot('naive-bot.ts')}'`;

interface Report {
  readonly code: number | null;
  readonly summary: string;
  readonly incidents: readonly Finding[];
}

async function examined(command: string, ...words: readonly string[]): Promise<Report> {
  const { code, stdout, stderr } = await runBellwether(['exam', '--json', '--bot', command, ...words]);
  expect(stderr).toBe('');
  return { code, ...(JSON.parse(stdout) as Omit<Report, 'code'>) };
}

const verdicts = ({ incidents }: Report): Record<string, string> =>
  Object.fromEntries(incidents.map(({ incident, verdict, problem }) => [incident, problem ?? verdict]));

const ALL = [
  ...['timed-out-yet-filled', 'duplicate-post', 'engine-restart', 'post-only-window', 'cancel-fails', 'silent-feed'],
  ...['filled-while-disconnected', 'ended-unseen', 'resolved-while-away', 'settlement-fails-once', 'balance-changed'],
  'rewound',
];
/** The incidents about which a bot learns by the answers to its own requests. */
const ANSWERED = ['engine-restart', 'post-only-window'];

test('exam: a bot that reads the ledger before it decides agrees in all twelve incidents', async () => {
  const { code, stdout } = await runBellwether(['exam', '--bot', REFERENCE]);
  const [last, ...lines] = stdout.trimEnd().split('\n').reverse();
  expect([last, code]).toEqual(['12 of 12 agree', 0]);
  expect(lines.filter((line) => /^\S+: agrees$/.test(line)).reverse()).toEqual(ALL.map((name) => `${name}: agrees`));
});

test('exam: a bot that keeps its own books is found out by all incidents but those that its answers tell of', async () => {
  const report = await examined(NAIVE, '--patience', '10');
  expect(verdicts(report)).toEqual(
    Object.fromEntries(ALL.map((name) => [name, ANSWERED.includes(name) ? 'agrees' : 'disagrees'])),
  );
  expect([report.code, report.summary.slice(0, 14)]).toEqual([1, '2 of 12 agree;']);
  const finding = (name: string) => report.incidents.find(({ incident }) => incident === name);
  const [yes] = Object.entries(finding('rewound')?.labels ?? {}).find(([, label]) => label === 'Yes') ?? [];
  const order = (more: object) => expect.objectContaining({ of: 'order', ...more });
  const differences = (name: string) => finding(name)?.differences;
  expect(differences('duplicate-post')).toEqual([order({ bot: null, ledger: '20' })]);
  expect(differences('cancel-fails')).toEqual([order({ bot: null, ledger: '20' })]);
  expect(differences('ended-unseen')).toEqual([order({ bot: '20', ledger: null, status: 'CANCELED' })]);
  expect(differences('balance-changed')).toEqual([{ of: 'cash', id: '', bot: '1000', ledger: '937.5' }]);
  expect(differences('silent-feed')).toEqual([
    order({ bot: '20', ledger: null, status: 'MATCHED' }),
    { of: 'position', id: yes, bot: '0', ledger: '20' },
    { of: 'cash', id: '', bot: '1000', ledger: '989' },
  ]);
  expect(differences('filled-while-disconnected')).toEqual([
    order({ bot: '20', ledger: '10' }),
    { of: 'position', id: yes, bot: '0', ledger: '10' },
    { of: 'cash', id: '', bot: '1000', ledger: '994.5' },
  ]);
  expect(differences('settlement-fails-once')).toEqual([
    { of: 'position', id: yes, bot: '100', ledger: '20' },
    { of: 'cash', id: '', bot: '945', ledger: '989' },
  ]);
  expect(differences('rewound')).toContainEqual(order({ bot: '10', ledger: null, status: 'unknown to the venue' }));
});

test('exam: a bot that takes refused orders for placed is found out by them; an order expires as time goes on', async () => {
  const only = [...ANSWERED, 'ended-unseen'].flatMap((name) => ['--only', name]);
  const report = await examined(`${NAIVE} hopeful`, '--patience', '10', ...only);
  expect(verdicts(report)).toEqual({
    'engine-restart': 'disagrees',
    'post-only-window': 'disagrees',
    'ended-unseen': 'disagrees',
  });
  const [restart, , ended] = report.incidents;
  expect(restart?.differences).toEqual([expect.objectContaining({ ledger: null, status: 'unknown to the venue' })]);
  expect(ended?.steps.map(({ what }) => what).join()).toContain('expired: time went on past its expiration');
  expect(ended?.differences).toEqual([expect.objectContaining({ bot: '20', ledger: null, status: 'EXPIRED' })]);
});

const broken = (way: string): string => `${bot('broken-bot.ts')}' ${way}`;
test.each([
  ['there is no such command', 'no-such-bot', /^the bot ended after .* s with exit code 127: .*no-such-bot/],
  ['it ends at once', 'true', /^the bot ended after .* s with exit code 0, without a word$/],
  ['it does nothing', 'sleep 1000', /^no order of the bot rested in the market within 5 s$/],
  [
    'it says nothing',
    broken('silent'),
    /^the bot has not written its beliefs: the file that BELIEFS names is not there$/,
  ],
  ['it writes words', broken('writes-words'), /^the bot's beliefs are not JSON: all is well$/],
  ['it never writes to the end', broken('writes-half'), /^the bot's beliefs are not JSON: \{ "openOrders"/],
  ['it writes a wrong field', broken('wrong-field'), /^the bot's beliefs: cash must be an amount .*, not -1$/],
  ['it dies in the middle', broken('dies'), /^the bot ended after .* s with exit code 3: out of luck$/],
])('exam: %s, and the report says so', async (_what, command, problem) => {
  const { code, incidents } = await examined(command, '--only', 'balance-changed', '--patience', '5');
  expect([code, incidents[0]?.problem]).toEqual([1, expect.stringMatching(problem)]);
});

const servers: { close(): void }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.each([
  ['is not there', null, /^POST http:\S+ failed: connect ECONNREFUSED/],
  ['never answers', () => undefined, /^POST http:\S+ was not answered within 2 s$/],
  ['refuses', (_: unknown, response) => response.writeHead(503).end('not now'), /was answered with 503: not now$/],
] satisfies [string, RequestListener | null, RegExp][])(
  'exam: a bot at an address %s',
  async (_what, listener, problem) => {
    const url = await served(listener ?? (() => undefined));
    if (listener === null) servers.splice(0).forEach((server) => server.close());
    const { code, incidents } = await examined(url, '--only', 'rewound', '--patience', '2');
    expect([code, incidents[0]?.verdict, incidents[0]?.problem]).toEqual([1, 'broken', expect.stringMatching(problem)]);
  },
);

test('exam: a bot at an address is told where to begin, and may sell', async () => {
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
  const url = await served(async (request, response) => {
    const body = await Array.fromAsync(request as AsyncIterable<Buffer>);
    response.end(await (request.method === 'POST' ? begin(Buffer.concat(body).toString()) : believe()));
  });
  const report = await examined(url, '--only', 'resolved-while-away', '--only', 'silent-feed');
  expect(report).toMatchObject({ code: 0, summary: '2 of 2 agree' });
  const [silent, resolved] = report.incidents;
  expect(silent?.ledger).toMatchObject({ openOrders: [], cash: '965' });
  // 20 Yes and 50 No are left of 50 pairs, and No has won.
  expect(resolved?.ledger).toEqual({ openOrders: [], positions: {}, cash: '1015' });
});

test('exam: a stop ends the bot and says how far it came', async () => {
  const file = join(createDataDir(), 'pid');
  const program = startBellwether(['exam', '--bot', `echo $$ > '${file}'; exec ${REFERENCE}`]);
  await program.said(/^timed-out-yet-filled: agrees$/m);
  const { code, stdout } = await program.end('SIGINT');
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/\ninterrupted after \d of 12 incidents: \d of \d agree\n$/),
  ]);
  expect(() => process.kill(Number(readFileSync(file, 'utf8')), 0)).toThrow('ESRCH');
});

test.each([
  [['exam'], /^bellwether: --bot must be the address of a bot or a command that starts it\n\nUsage: bellwether exam/],
  [['exam', '--bot', 'true', '--only', 'flood'], /^bellwether: --only flood is no incident: there are timed-out-yet-/],
  [['exam', '--bot', 'true', '--patience', '0'], /^bellwether: --patience must be an integer from 1 to 3600, not "0"/],
  [['exam', '--bot', 'http://'], /^bellwether: --bot http:\/\/ is no address/],
])('exam: wrong usage %j is refused', async (words, problem) => {
  const { code, stderr } = await runBellwether(words);
  expect([code, stderr]).toEqual([2, expect.stringMatching(problem)]);
});

test('exam: lists its incidents, and says what a bot has to do', async () => {
  const { stdout: list } = await runBellwether(['exam', '--list']);
  expect(
    list
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ', 1)[0]),
  ).toEqual(ALL);
  expect((await runBellwether(['exam', '--help'])).stdout).toContain('BELIEFS');
});
