/** `bellwether report` on files and folders: what it writes, and what it says to what it cannot read. */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from '@bellwether/contract/examples';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { addRecords } from '@bellwether/ledger/log/testing/journal-of.ts';
import { beforeEach, expect, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { writeHistory } from '../testing/sample-history.ts';
import type { JournalReport, Report } from './document.ts';
import { reportPage } from './page/page.ts';
import { runReport } from './report-command.ts';

let folder: string;

beforeEach(() => {
  folder = newFolder();
});

/** Runs the command; resolves to what it prints. */
async function report(
  path: string | null,
  options: { user?: string; out?: string; json?: boolean } = {},
): Promise<string> {
  const lines: string[] = [];
  const place = { dataDir: join(folder, 'journal'), database: null };
  await runReport(path, { json: true, ...options }, place, MACHINE, (line) => lines.push(line));
  return lines.join('\n');
}

function file(content: unknown, name = 'file.json'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

type Fields = Record<string, unknown>;

/** The certificate of the contract's example, with changes and the hash of its content. */
function certificate(changes: Fields = {}): Fields {
  const answer = EXAMPLES['GET /sandbox/replay/:id']?.responses['all of it was played'] as { certificate: Fields };
  const { sha256: _, state, ...certified } = { ...answer.certificate, ...changes };
  return { ...certified, sha256: hash('sha256', JSON.stringify(certified), 'hex'), state };
}

const HOSTILE = `<script>alert('1')</script>"><img src=x onerror=alert(1)>&lt;\u202e\u0000</title></style>`;

function exam(words = 'rain'): Fields {
  const holdings = (cash: string) => ({
    openOrders: [{ id: `0x${words}`, remaining: '20' }],
    positions: { [words]: '5' },
    cash,
  });
  const one = {
    incident: words,
    about: words,
    verdict: 'disagrees',
    problem: words,
    steps: [{ at: 1.25, what: words }],
    labels: {},
  };
  const incidents = [
    { ...one, bot: holdings('990'), ledger: holdings('1000') },
    { ...one, verdict: 'broken', bot: null, ledger: null },
  ];
  return { bot: words, summary: `0 of 2 agree: ${words}`, incidents };
}

/** Journal of 0x…01, 0x…03 and 0x…05, who trade with each other. */
async function journal(): Promise<string> {
  const path = join(folder, 'journal');
  await writeHistory(path);
  return path;
}

const USER = `0x${'1'.padStart(40, '0')}`;

test('report: the page of a journal is written, and the document is the same bytes each time', async () => {
  const path = await journal();
  const out = join(folder, 'report.html');
  expect(await report(path, { user: USER, out, json: false })).toBe(`${out} is written`);
  const page = readFileSync(out, 'utf8');
  const text = await report(path, { user: USER });
  const document = JSON.parse(text) as JournalReport;
  expect(document.fills.count).toBeGreaterThan(10);
  expect(page).toBe(reportPage(document));
  // The deposit wallet stands for the account, a journal's file for its folder, and no path for the settings' folder.
  expect(await report(join(path, 'journal.sqlite'), { user: `0x${'2'.padStart(40, '0')}` })).toBe(text);
  expect(await report(null, { user: USER })).toBe(text);
  expect(readdirSync(folder).sort()).toEqual(['journal', 'report.html']);
});

test('report: a certificate is reported by itself and in the answer that has it', async () => {
  const own = certificate();
  const text = await report(file(own));
  expect(JSON.parse(text)).toEqual({ format: 1, kind: 'replay', certificate: own });
  expect(await report(file({ id: '1', state: 'done', certificate: own }))).toBe(text);
  expect(reportPage(JSON.parse(text) as Report)).toContain('<td class="figure">350</td>');
});

test('report: an examination has beliefs beside the ledger', async () => {
  const page = reportPage(JSON.parse(await report(file(exam()))) as Report);
  expect(page).toContain(
    '<td>cash</td><td class="figure">990</td><td class="figure">1000</td><td><span class="no">differs',
  );
  expect(page).toContain('<td>token rain</td><td class="figure">5</td><td class="figure">5</td><td></td>');
  expect(page).toContain('<td>1.3 s</td><td>rain</td>');
});

test.each<[what: string, document: () => Promise<Report>]>([
  ['a journal', async () => hostile(JSON.parse(await report(await journal(), { user: USER })) as JournalReport)],
  [
    'a replay',
    async () => ({
      format: 1,
      kind: 'replay',
      certificate: JSON.parse(
        JSON.stringify(certificate()).replaceAll('https://venue.example', JSON.stringify(HOSTILE).slice(1, -1)),
      ),
    }),
  ],
  ['an examination', async () => ({ format: 1, kind: 'exam', ...exam(HOSTILE) }) as unknown as Report],
])('report: hostile text in %s stays text', async (_what, document) => {
  const page = reportPage(await document());
  expect(page).toContain('&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#34;&#62;&#60;img src=x');
  const words =
    'html head meta title style body h1 h2 p div span strong small section figure figcaption i svg path rect table tr th td details summary';
  const tags = new Set([...page.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name = '']) => name));
  expect([...tags].filter((name) => !words.split(' ').includes(name))).toEqual([]);
  expect(page.match(/<\/(?:title|style)>/g)).toHaveLength(page.match(/<(?:title|style)>/g)?.length ?? 0);
  expect(page).not.toMatch(/\u202e| on\w+="/);
  expect(page).not.toContain('\0');
});

/** A report whose every free text is hostile. */
function hostile(own: JournalReport): JournalReport {
  const markets = own.markets.map((market) => ({
    ...market,
    slug: HOSTILE,
    question: HOSTILE,
    outcomes: [HOSTILE, HOSTILE] as const,
  }));
  const refusal = { time_ms: 0, account: HOSTILE, route: HOSTILE, status: 400, code: HOSTILE, text: HOSTILE };
  const refusals = { count: 1, by_code: { [HOSTILE]: 1 }, listed: [refusal] };
  return { ...own, account: { address: HOSTILE, name: HOSTILE }, markets, refusals };
}

test.each<[what: string, path: () => string | Promise<string>, options: Parameters<typeof report>[1], error: RegExp]>([
  ['a path that leads nowhere', () => join(folder, 'none'), {}, /^there is no folder or file \S+none$/],
  ['a folder without a journal', () => folder, {}, /^there is no journal in \S+$/],
  [
    'what is not JSON',
    () => file('{'),
    {},
    /is no data folder, certificate of a replay or result of an examination: it is not JSON/,
  ],
  ['other JSON', () => file([1]), {}, /it has neither rules nor incidents/],
  ['null', () => file('null'), {}, /it has neither rules nor incidents/],
  [
    'a certificate of other rules',
    () => file(certificate({ rules: 3 })),
    {},
    /is a certificate of rules 3, this program knows 5$/,
  ],
  [
    'a certificate without its orders',
    () => file(certificate({ orders: 1 })),
    {},
    /is not a certificate: \/orders must be object/,
  ],
  [
    'a changed certificate',
    () => file({ ...certificate(), seed: 2 }),
    {},
    /was changed: its sha256 is not that of its content$/,
  ],
  [
    'a replay that runs',
    () => file({ state: 'running', certificate: null }),
    {},
    /the replay has no certificate yet, its state is "running"$/,
  ],
  [
    'an examination of another shape',
    () => file({ ...exam(), incidents: [{}] }),
    {},
    /is not the result of an examination: \/incidents\/0 must have/,
  ],
  ['a user of a file', () => file(certificate()), { user: USER }, /^--user is for a journal, and \S+ is about/],
  ['an address of another form', journal, { user: 'bob' }, /^--user "bob" must be 0x followed by 40 hex digits$/],
  ['an address with a typo', journal, { user: '0xAf295d3c842bc1145e818d7fef2c929726625620' }, /wrong checksum/],
  ['an unknown address', journal, { user: `0x${'f'.repeat(40)}` }, /no account of the journal has this address$/],
  [
    'a journal of several',
    journal,
    {},
    /^3 accounts traded, --user names one: (?:0x0{39}[135] \(\w+-\w+, \d+ trades\)(?:, )?){3}$/,
  ],
  [
    'a place in no folder',
    journal,
    { user: USER, out: '/none/of/it.html' },
    /^--out \/none\/of\/it\.html: there is no folder \/none\/of$/,
  ],
  ['a folder as its place', journal, { user: USER, out: '/tmp' }, /^--out \/tmp is not a file$/],
])('report: %s is named', async (_what, path, options, error) => {
  const subject = await path();
  const out = join(folder, 'report.html');
  await expect(report(subject, { out, ...options })).rejects.toThrow(error);
  expect(existsSync(out)).toBe(false);
});

test('report: a journal in which no client placed an order says so', async () => {
  await addRecords(join(folder, 'empty'), [3]);
  await expect(report(join(folder, 'empty'))).rejects.toThrow(
    `no client has placed an order in the journal of ${join(folder, 'empty')}`,
  );
});

test('report: refusals that a sandbox noted are those of the account, by code', async () => {
  const path = await journal();
  const line = (account: string, code: string): string =>
    `${JSON.stringify({ time_ms: 1, account, route: 'POST /order', status: 400, code, text: 'no' })}\n`;
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'refusals.jsonl'), `${line(USER, 'a')}${line('0xother', 'a')}${line(USER, 'b')}{"time_ms":`);
  const { refusals } = JSON.parse(await report(path, { user: USER })) as JournalReport;
  expect(refusals).toMatchObject({ count: 2, by_code: { a: 1, b: 1 }, listed: [{ code: 'a' }, { code: 'b' }] });
});
