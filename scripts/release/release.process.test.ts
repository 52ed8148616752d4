/** Everything that is published, made once and used from an empty folder, without the repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient, createSigner } from '@bellwether/sdk';
import { type VenueProcess, venueOf } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectFixtures, missing, RUNNERS, type Runner } from '../../packages/sandbox/src/testing/runners.ts';
import { PROJECT } from '../bundle/program.ts';
import { builtVersion, readManifest } from './manifest.ts';

const { version } = readManifest(PROJECT);
const built = builtVersion(PROJECT);
const SINGLE = `bellwether-${version}-linux-x64`;
const BOT = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { venue } from '@bellwether/sandbox/node-test';

async function openBot(t) {
  const bot = (await venue(t, { scenario: 'news-shock' })).client({ account: { signer: '0x' + 'b0'.repeat(32) } });
  await bot.auth.credentials();
  const [market] = await bot.markets.list({ limit: 1 });
  return { bot, tokenId: market.tokenIds[0] };
}
test('an order is taken', async (t) => {
  const { bot, tokenId } = await openBot(t);
  const { success } = await bot.orders.place({ tokenId, side: 'BUY', price: '0.05', size: '10' });
  assert.equal(success, true);
});
test('a price above one is refused before it is sent', async (t) => {
  const { bot, tokenId } = await openBot(t);
  await assert.rejects(bot.orders.place({ tokenId, side: 'BUY', price: '2', size: '10' }), /price/);
});
test('an hour passes', async (t) => {
  const { bot } = await openBot(t);
  const before = (await bot.sandbox.clock()).time_ms;
  await bot.sandbox.advance('1h');
  assert.equal((await bot.sandbox.clock()).time_ms - before, 3_600_000);
});
`;

/** Programs of Debian that a release is made with. */
const HAS_TOOLS = ['strip', 'dpkg-deb'].every((tool) => spawnSync(tool, ['--version']).status === 0);

/** Folder of a release that has been made, as in CI. */
const MADE = process.env['RELEASE'];

let out: string;
let empty: string;

beforeAll(() => {
  if (!HAS_TOOLS) return;
  empty = mkdtempSync(join(tmpdir(), 'bellwether-elsewhere-'));
  out = MADE ?? join(empty, 'out');
  if (MADE === undefined)
    execFileSync(process.execPath, [join(import.meta.dirname, 'release.ts'), '--out', out], { stdio: 'inherit' });
});
afterAll(() => {
  if (!HAS_TOOLS) return;
  rmSync(empty, { recursive: true, force: true });
});

const tarball = (): string => join(out, `bellwether-${version}.tgz`);

/** The environment of a user who has no Node but the one given, and nothing of this project. */
const environment = (home: string): NodeJS.ProcessEnv => ({
  ...{ PATH: '/usr/bin:/bin', HOME: home, BELLWETHER_PORT: '0' },
});

/** The two blocks of the README of the sandbox package: how it is installed, and a program. */
function sandboxReadme(): readonly string[] {
  const text = readFileSync(join(PROJECT, 'packages/sandbox/README.md'), 'utf8');
  return [...text.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

/** Checks that a venue has all its parts: page, documents, pictures, native signatures, sandbox. */
async function expectWhole({ url, adminToken }: VenueProcess): Promise<void> {
  const page = await (await fetch(`${url}/app/`)).text();
  const [script = ''] = /\/app\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  const signer = createSigner(`0x${'7'.repeat(64)}`);
  const client = createClient({ baseUrl: url, adminToken, account: { signer } });
  await client.auth.credentials();
  await client.admin.deposit({ wallet: signer.address, amount: '100' });
  const [market] = await client.markets.list({ limit: 1 });
  const tokenId = market?.tokenIds[0] ?? '';
  for (const [path, type] of [
    [script, 'text/javascript'],
    ['/docs', 'text/html'],
    ['/docs/swagger-ui-bundle.js', 'application/javascript'],
    ['/docs/signing.js', 'application/javascript'],
    ['/docs/start/first-bot', 'text/html'],
    ['/docs/site/sections.js', 'application/javascript'],
    ['/llms.txt', 'text/plain'],
    [`/share/market/${market?.slug}.png`, 'image/png'],
  ] as const) {
    const { status, headers } = await fetch(`${url}${path}`);
    expect([path, status, headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, type]);
  }
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as { readonly info: object };
  expect(description.info).toMatchObject({ version: built });
  const placed = await client.orders.place({ tokenId, side: 'BUY', price: '0.9', amount: '5', type: 'FAK' });
  expect(placed).toMatchObject({ success: true });
}

describe.skipIf(!HAS_TOOLS && process.env['CI'] !== 'true')('release', () => {
  test('release: the checksums are those of all files, and the bill of materials names what is inside', () => {
    const names = readdirSync(out).filter((name) => name !== 'SHA256SUMS');
    expect(names.sort()).toEqual([
      'RELEASE-NOTES.md',
      SINGLE,
      `bellwether-${version}.tgz`,
      `bellwether-sandbox-${version}.tgz`,
      `bellwether-sdk-${version}.tgz`,
      'bellwether.cdx.json',
      `bellwether_${version}_amd64.deb`,
    ]);
    const sums = names.map((name) => {
      return `${createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex')}  ${name}\n`;
    });
    expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toBe(sums.join(''));
    const notes = readFileSync(join(out, 'RELEASE-NOTES.md'), 'utf8');
    expect(notes).toMatch(new RegExp(`^## ${RegExp.escape(version)}\n[^]*Upgrade notes`));
    const bill = readFileSync(join(out, 'bellwether.cdx.json'), 'utf8');
    expect(JSON.parse(bill)).toMatchObject({ bomFormat: 'CycloneDX' });
    // Native, bundled in the program, in the page, and in the documents.
    for (const name of ['secp256k1', 'fastify', 'react', 'minisearch']) expect(bill).toContain(`"pkg:npm/${name}@`);
    expect(bill).not.toContain('vitest');
    expect(statSync(join(out, SINGLE)).size).toBeLessThan(130e6);
  });

  test('npm packages: no installation of the program is reported to anyone', () => {
    const packed = ['-xzOf', tarball(), 'package/package.json'];
    const manifest: unknown = JSON.parse(execFileSync('tar', packed, { encoding: 'utf8' }));
    expect(manifest).toMatchObject({ scarfSettings: { enabled: false } });
  });

  test('npm packages: files that the documents name for the author of a bot are inside', () => {
    const inside = execFileSync('tar', ['-tzf', tarball()], { encoding: 'utf8' });
    const documents = ['start/*.md', 'guides/*.md', 'reference/sandbox.md'];
    const named = globSync(documents, { cwd: join(PROJECT, 'docs') }).flatMap((path) => {
      const text = readFileSync(join(PROJECT, 'docs', path), 'utf8');
      return text.match(/(?<=`)(?:examples|packages)\/[^`]+(?=`)/g) ?? [];
    });
    expect(named).toContain('packages/venue/src/ops/report/document.ts');
    for (const path of named) expect(inside).toContain(`package/${path}`);
  });

  test('npm packages: a bot elsewhere depends on the packed ones, and its tests are green or red as they are elsewhere', async ({
    skip,
  }) => {
    const project = join(empty, 'bot');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "name": "bot", "type": "module", "private": true }\n');
    writeFileSync(join(project, 'bot.test.js'), BOT);
    const [install = '', program = ''] = sandboxReadme();
    const packages =
      install.match(/[\w-]+-VERSION\.tgz/g)?.map((name) => join(out, name.replace('VERSION', version))) ?? [];
    expect(packages).toHaveLength(3);
    writeFileSync(join(project, 'readme.ts'), program);
    const words = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages];
    const installed = spawnSync('npm', words, { cwd: project, encoding: 'utf8' });
    if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED/.test(installed.stderr)) return skip('the packages of others need a network');
    expect([installed.status, installed.stderr]).toEqual([0, expect.anything()]);
    const { status, stdout } = spawnSync(process.execPath, ['--test'], { cwd: project, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/pass 3\n/)]);
    symlinkSync(join(PROJECT, 'node_modules/vitest'), join(project, 'node_modules/vitest'));
    const ofPytest = join(project, 'node_modules/@bellwether/sandbox/pytest');
    for (const runner of Object.keys(RUNNERS) as Runner[])
      if (missing(runner) === null) await expectFixtures(runner, project, ofPytest, { BELLWETHER: undefined });
    const shown = spawnSync(process.execPath, ['readme.ts'], { cwd: project, encoding: 'utf8' });
    expect([shown.status, shown.stderr]).toEqual([0, '']);
    const bin = join(project, 'node_modules/.bin/bellwether');
    expect(execFileSync(process.execPath, [bin, '--version'], { encoding: 'utf8' })).toContain(`bellwether ${built}, `);
  });

  test('single file: where there is no Node it unpacks itself once, runs a whole venue, and verifies what it wrote', async () => {
    const home = join(empty, 'home');
    const dataDir = join(empty, 'data');
    const env = { ...environment(home), BELLWETHER_DATA_DIR: dataDir };
    const single = join(out, SINGLE);
    const run = (...words: string[]) => spawnSync(single, words, { env, cwd: empty, encoding: 'utf8' });
    const first = run();
    expect(first).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('bellwether sandbox') });
    // The documents are inside.
    expect(readFileSync(/^Documents +(\S+),/m.exec(first.stdout)?.[1] ?? '', 'utf8')).toContain('start/first-venue.md');
    expect(readdirSync(join(home, '.cache/bellwether'))).toHaveLength(1);
    const program = new Program([single, 'sandbox', '--scenario', 'news-shock'], { env, cwd: empty });
    const venue = await venueOf(program, dataDir);
    await expectWhole(venue);
    expect(await venue.end()).toMatchObject({ code: 0, stderr: '' });
    expect(run('verify')).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(join(home, '.cache/bellwether'))).toHaveLength(1);
  });

  test('single file: the demo has its house traders, and stops in order', async () => {
    const dataDir = join(empty, 'demo');
    const env = { ...environment(join(empty, 'home')), BELLWETHER_DATA_DIR: dataDir, BELLWETHER_DEMO_PAST: 'off' };
    const venue = await venueOf(new Program([join(out, SINGLE), 'demo'], { env, cwd: empty }), dataDir);
    const { markets } = createClient({ baseUrl: venue.url });
    await eventually(async () => {
      const [market] = await markets.list({ closed: false, order: 'liquidity', limit: 1 });
      expect(market?.bestBid).toBeGreaterThan(0);
    });
    const end = await venue.end();
    expect(end).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`${join(out, SINGLE)} verify`) });
    // Its user has neither.
    expect(end.stdout).not.toMatch(/npm|npx/);
  });

  test('single file: without a home it can write, it unpacks among the temporary files, where no one else may write', () => {
    const temporary = join(empty, 'tmp');
    mkdirSync(temporary);
    const env = { ...environment('/dev/null'), TMPDIR: temporary };
    const run = () => spawnSync(join(out, SINGLE), ['--version'], { env, cwd: empty, encoding: 'utf8' });
    for (let start = 0; start < 2; start += 1)
      expect(run()).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining(`bellwether ${version}`) });
    const own = join(temporary, `bellwether-${process.getuid?.()}`);
    const [build = '', ...others] = readdirSync(own);
    expect(others).toEqual([]);
    // Something has cleaned up, and an earlier start was killed while it unpacked.
    rmSync(join(own, build, 'start.cjs'));
    mkdirSync(join(own, `${build}.999999999`));
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(own)).toEqual([build]);
    chmodSync(own, 0o777);
    const words = `cannot unpack itself: others may write to ${own}. Set XDG_CACHE_HOME `;
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining(words) });
  });

  test('python: the fixture starts a sandbox, moves its time and stops it', ({ skip }) => {
    if (spawnSync('python3', ['--version']).status !== 0) skip('there is no python3');
    const program = `
from bellwether_sandbox import venues
with venues() as all:
    venue = all.open(scenario="news-shock")
    [market] = venue.request("/markets?limit=1&closed=false")
    before = venue.request("/time")
    venue.advance("1h")
    print(market["question"], venue.request("/time") - before)
`;
    const env = { ...environment(join(empty, 'home')), BELLWETHER: join(out, SINGLE), PYTHONDONTWRITEBYTECODE: '1' };
    const cwd = join(PROJECT, 'packages/sandbox/pytest');
    const { status, stdout, stderr } = spawnSync('python3', ['-c', program], { cwd, env, encoding: 'utf8' });
    expect([status, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^\S.*\? 3600\n$/)]);
  });

  test('action: starts a sandbox for a job, hides its token, and shows its log when the job fails', async () => {
    const env: NodeJS.ProcessEnv = {
      ...environment(join(empty, 'home')),
      ...{ RUNNER_TEMP: empty, INPUT_PORT: '0' },
      ...{ GITHUB_OUTPUT: join(empty, 'output'), GITHUB_STATE: join(empty, 'state') },
    };
    const act = (file: string, more: NodeJS.ProcessEnv = {}) =>
      spawnSync(process.execPath, [join(PROJECT, 'action', file)], { env: { ...env, ...more }, encoding: 'utf8' });
    const missing = act('start.js', { INPUT_SCENARIO: 'news-shock' });
    expect([missing.status, missing.stdout]).toEqual([
      1,
      expect.stringMatching(/^::error::input program is missing: /),
    ]);
    env['INPUT_PROGRAM'] = join(out, SINGLE);
    const started = act('start.js', { INPUT_SCENARIO: 'news-shock' });
    expect(started).toMatchObject({ status: 0, stderr: '' });
    const [, url = '', token = ''] =
      /^url=(\S+)\nadmin-token=(\S+)\n$/.exec(readFileSync(join(empty, 'output'), 'utf8')) ?? [];
    expect(started.stdout).toContain(`::add-mask::${token}\n`);
    const [, folder = ''] = /^log=(\S+)\/sandbox\.log\n/.exec(readFileSync(join(empty, 'state'), 'utf8')) ?? [];
    const log = act('log.js', { STATE_log: join(folder, 'sandbox.log') });
    expect(log.stdout).toContain(`Bellwether SANDBOX is ready at ${url}`);
    expect(await (await fetch(`${url}/ok`)).json()).toBe('OK');
    const { pid } = JSON.parse(readFileSync(join(folder, 'data/venue.json'), 'utf8')) as { readonly pid: number };
    process.kill(pid);
    const refused = act('start.js', { INPUT_SCENARIO: 'none-such' });
    const why = [1, expect.stringContaining('no scenario is called none-such')];
    expect([refused.status, refused.stdout]).toEqual(why);
    // npx runs the packed file, with the Node and the settings of npm that the job has.
    const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
    const packed = act('start.js', { ...process.env, PATH, INPUT_PROGRAM: tarball(), INPUT_SCENARIO: 'none-such' });
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED/.test(packed.stdout)) expect([packed.status, packed.stdout]).toEqual(why);
  });
});
