/** The command line as its users type it, mistakes included. Refusals are one line that says what to do. */
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addRecords } from '@bellwether/ledger/log/testing/journal-of.ts';
import { createDataDir, runBellwether } from '@bellwether/venue-process';
import { expect, test } from 'vitest';

const folder = createDataDir();
symlinkSync(join(folder, 'none'), join(folder, 'link'));
writeFileSync(join(folder, 'file'), '');
const at = (path: string) => ({ dataDir: join(folder, path) });

test.each<[words: string, stdout: RegExp]>([
  ['', /^bellwether demo {6}.*\nbellwether serve .*\nbellwether sandbox .*\nbellwether help .*\nDocuments .*\n$/],
  ['help', /^Usage: bellwether COMMAND\n\n {2}serve /],
  ['--help', /^Usage: bellwether COMMAND\n/],
  ['help backup', /^Usage: bellwether COMMAND\n\n {2}backup DIR {7}copy the journal/],
  ['sandbox --help', /^Usage: bellwether COMMAND\n\n {2}sandbox \[--demo\]/],
  ['verify -h', /^Usage: bellwether COMMAND\n\n {2}verify /],
  ['help settings', /BELLWETHER_DATA_DIR\n/],
  ['--version', /^bellwether \d+\.\d+\.\d+\S*, Node \d+\.\d+\.\d+\n$/],
  ['completion', /^_bellwether\(\) /],
])('command line: "bellwether %s" is answered', async (words, stdout) =>
  expect(await runBellwether(words.split(' ').filter(Boolean), at('none/of'))).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(stdout),
    stderr: '',
  }),
);

test.each<[words: string, problem: RegExp]>([
  ['serf', /unknown command "serf"/],
  ['help serf', /unknown command "serf"/],
  ['serve --demon', /Unknown option '--demon'/],
  ['backup', /backup needs one folder/],
  ['record venue', /record needs the address of one venue/],
  ['tape from --preset pmxt', /tape from needs at least one file/],
  ['tape from rows.csv --preset csv', /--preset must be one of kalshi, pmxt/],
])('command line: "bellwether %s" is refused with the usage and code 2', async (words, problem) => {
  const { code, stdout, stderr } = await runBellwether(words.split(' '), at('none/of'));
  expect([code, stdout, stderr]).toEqual([
    2,
    '',
    expect.stringMatching(/^bellwether: .*\n\nUsage: bellwether COMMAND\n/),
  ]);
  expect(stderr).toMatch(problem);
  // With the usage of its command alone, the problem is still on the screen.
  const [command = ''] = words.split(' ');
  if (problem.source.startsWith('unknown')) return;
  expect(new Set(stderr.match(/^ {2}\w+/gm))).toEqual(new Set([`  ${command}`]));
});

test.each([
  ['a setting that is wrong', 'none/of', { BELLWETHER_PORT: 'eighty' }, 2, /BELLWETHER_PORT must be .*"?eighty/],
  [
    'a link that leads nowhere',
    'link',
    {},
    1,
    /cannot \w+ \S+\/link: it is not there \(ENOENT\)\. Check BELLWETHER_DATA_/,
  ],
  ['a file in place of the folder', 'file', {}, 1, /cannot \w+ \S+\/file\S*: a part of its path is not a folder/],
  ['a folder in which nothing can be made', '/proc/x', {}, 1, /cannot write \/proc\S*: .* \(E\w+\)/],
] as const)('command line: a start on %s ends with one line', async (_what, path, settings, code, words) => {
  const dataDir = path.startsWith('/') ? path : join(folder, path);
  const end = await runBellwether(['serve'], { dataDir, settings });
  expect(end).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(/^bellwether: .*\n$/) });
  expect(end.stderr).toMatch(words);
  const doctor = await runBellwether(['doctor'], { dataDir, settings });
  expect(doctor.code).toBe(code);
  expect(`${doctor.stdout}${doctor.stderr}`).not.toMatch(/\n +at /);
  expect(readdirSync(folder).sort()).toEqual(['file', 'link']);
});

const NOWHERE = 'postgres://venue:secret@127.0.0.1:1/venue';

test.each([
  ['journal', 'copy', NOWHERE, 'back'],
  ['journal', 'copy', 'DATA', NOWHERE],
  ['verify'],
  ['export'],
  ['doctor'],
])('command line: "bellwether %s" at a database that is not there says so and ends with code 1', async (...words) => {
  const dataDir = createDataDir();
  await addRecords(dataDir, [1]);
  const isCopy = words[0] === 'journal';
  const settings: Record<string, string> = isCopy ? {} : { BELLWETHER_JOURNAL: NOWHERE };
  const place = isCopy ? dataDir : join(folder, 'none/of');
  const command = words.map((word) => (word === 'DATA' ? dataDir : word));
  const { code, stdout, stderr } = await runBellwether(command, { dataDir: place, settings });
  expect(code).toBe(1);
  expect(stdout + stderr).toMatch(/PostgreSQL at 127\.0\.0\.1:1, database venue cannot be reached: .*ECONNREFUSED/);
  expect(stdout + stderr).not.toMatch(/secret|top-level await/);
});

test('command line: a sandbox does not start without a tape that it was told of', async () => {
  const end = await runBellwether(['sandbox', '--tape', 'none.tape'], at('none/of'));
  expect(end).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'bellwether: --tape names none.tape, and there is no such file\n',
  });
  expect(readdirSync(folder).sort()).toEqual(['file', 'link']);
});

test('command line: a tape is made from a file, its losses are told, and strictness makes none', async () => {
  const [rows, out] = [join(createDataDir(), 'rows.csv'), join(createDataDir(), 'made.tape')];
  writeFileSync(rows, 't,x,p,s\n2026-01-01,buy,0.5,1\n2026-01-01,buy,5,1\n');
  const words = `tape from ${rows} --time t --side x --price p --size s --out ${out}`.split(' ');
  const told = expect.stringMatching(/rows {8}2 read, 1 kept as trades, 1 lost.*\n.*price outside 0 to 1: 1 \(row 3\)/);
  const strict = await runBellwether([...words, '--strict'], at('none/of'));
  expect(strict).toMatchObject({ code: 1, stdout: told, stderr: expect.stringContaining(`${out} was not written`) });
  expect(await runBellwether(words, at('none/of'))).toMatchObject({ code: 0, stdout: told, stderr: '' });
  expect((await runBellwether(['tape', out], at('none/of'))).stdout).toContain('1 message of 1 market');
});

test('command line: a tape for which there is no room leaves nothing, and says why', async () => {
  const place = createDataDir();
  const lines = Array.from({ length: 2_000 }, (_, at) => `${at + 1e9},buy,0.5,${(at * 7_919) % 1_000_003}.5\n`);
  writeFileSync(join(place, 'rows.csv'), `t,x,p,s\n${lines.join('')}`);
  const words = `tape from ${join(place, 'rows.csv')} --time t --side x --price p --size s --out ${join(place, 'made.tape')}`;
  const through = ['/bin/sh', '-c', 'ulimit -f 8 && exec "$0" "$@"'];
  const { code, stderr } = await runBellwether(words.split(' '), { ...at('none/of'), through });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^bellwether: cannot write \S+made\.tape: .*\(EFBIG\)/)]);
  expect(readdirSync(place)).toEqual(['rows.csv']);
});

test('command line: the doctor has nothing against a new folder, and leaves none', async () => {
  const { code, stdout, stderr } = await runBellwether(['doctor'], at('none/of'));
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^(?:(?:ok {3}|WARN )\S.*\n){9}$/);
  expect(readdirSync(folder).sort()).toEqual(['file', 'link']);
});
