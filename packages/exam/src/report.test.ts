/** Text of the report, and refused arguments. */
import { expect, test } from 'vitest';
import { EXAM_HELP, incidentsText, readPlan } from './arguments.ts';
import type { Finding } from './examine.ts';
import { INCIDENTS } from './incidents.ts';
import { findingLines, summaryLine } from './report.ts';

const FINDING: Finding = {
  incident: 'silent-feed',
  about: 'An order is filled in silence.',
  verdict: 'disagrees',
  problem: null,
  seconds: 4.5,
  steps: [
    { at: 0, what: 'the bot was started' },
    { at: 1.5, what: 'the feed fell silent' },
  ],
  bot: { openOrders: [{ id: '0xa1', remaining: '20' }], positions: {}, cash: '1000' },
  ledger: { openOrders: [], positions: { 7: '20', 8: '1' }, cash: '989' },
  differences: [
    { of: 'order', id: '0xa1', bot: '20', ledger: null, status: 'MATCHED' },
    { of: 'order', id: '0xa2', bot: null, ledger: '5' },
    { of: 'order', id: '0xa3', bot: '3', ledger: '4' },
    { of: 'position', id: '7', bot: '0', ledger: '20' },
    { of: 'cash', id: '', bot: '1000', ledger: '989' },
  ],
  labels: { 7: 'Yes' },
};

test('report: an incident is told with its evidence', () =>
  expect(findingLines(FINDING)).toEqual([
    'silent-feed: DISAGREES',
    '  An order is filled in silence.',
    '  done    +0.0 s  the bot was started',
    '          +1.5 s  the feed fell silent',
    '  bot     cash 1000; no shares; order 0xa1 with 20 shares left',
    '  ledger  cash 989; 20 Yes; 1 token 8; no open order',
    '  differs order 0xa1: the bot has it open with 20 shares left, and it is MATCHED',
    '          order 0xa2: the bot does not know it, and it is open with 5 shares left',
    '          order 0xa3: the bot has 3 shares left, the ledger 4',
    '          Yes: the bot has 0 shares, the ledger 20',
    '          cash: the bot has 1000, the ledger 989',
    '',
  ]));

test('report: a bot that could not be examined has its reason', () => {
  const bare = { ...FINDING, steps: [], bot: null, ledger: null, differences: [] };
  const broken: Finding = { ...bare, verdict: 'broken', problem: 'the bot ended' };
  expect(findingLines(broken).slice(0, -1)).toEqual([
    'silent-feed: BROKEN',
    '  An order is filled in silence.',
    '  problem the bot ended',
  ]);
  const agreeing: Finding = { ...FINDING, incident: 'rewound', verdict: 'agrees', differences: [] };
  expect(summaryLine([FINDING, agreeing, broken, { ...broken, verdict: 'not played', incident: 'cancel-fails' }])).toBe(
    '1 of 4 agree; disagrees: silent-feed; not played: cancel-fails; broken: silent-feed',
  );
  expect(summaryLine([agreeing])).toBe('1 of 1 agree');
});

test('arguments: incidents keep their order, and patience has a default', async () => {
  const plan = await readPlan({ bot: 'node bot.mjs', only: ['rewound', 'silent-feed'] });
  expect(plan).toMatchObject({
    incidents: [{ name: 'silent-feed' }, { name: 'rewound' }],
    patienceMs: 20_000,
    withinMs: 20_000,
  });
  expect(await readPlan({ bot: 'node bot.mjs', patience: '3600', within: '1' })).toMatchObject({
    incidents: INCIDENTS,
    patienceMs: 3_600_000,
    withinMs: 1_000,
  });
});

test.each([
  [{}, '--bot must be the address of a bot or a command that starts it'],
  [{ bot: ' ' }, '--bot must be the address of a bot or a command that starts it'],
  [{ bot: 'http://' }, '--bot http:// is no address'],
  [{ bot: 'x', only: ['flood'] }, /^--only flood is no incident: there are timed-out-yet-filled, .*, rewound$/],
  [{ bot: 'x', patience: '0' }, '--patience must be an integer from 1 to 3600, not "0"'],
  [{ bot: 'x', patience: '3601' }, '--patience must be an integer from 1 to 3600, not "3601"'],
  [{ bot: 'x', within: '1.5' }, '--within must be an integer from 1 to 3600, not "1.5"'],
  [{ bot: 'x', jobs: '9' }, '--jobs must be an integer from 1 to 8, not "9"'],
  [{ bot: 'x', junit: '/no/such/r.xml' }, '--junit /no/such/r.xml must be a file in a folder that can be written to'],
  [{ bot: 'x', junit: '/' }, '--junit / must be a file in a folder that can be written to'],
  [{ bot: 'x', incidents: ['/no/such.jsonc'] }, '--incidents /no/such.jsonc: there is no such file'],
  [{ bot: 'http://localhost', jobs: '2' }, '--jobs needs a command: a bot at an address is one bot'],
])('arguments: %j is refused', async (values, problem) =>
  expect(await readPlan(values)).toEqual(expect.stringMatching(problem)),
);

test('arguments: help and list fit into a terminal, and name the number of incidents', () => {
  const lines = `${EXAM_HELP}\n${incidentsText(INCIDENTS)}`.split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(140);
  expect(EXAM_HELP).toContain(`${INCIDENTS.length} incidents`);
  expect(new Set(INCIDENTS.map(({ name }) => name)).size).toBe(INCIDENTS.length);
});
