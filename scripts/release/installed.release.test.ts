/**
 * What is published, where its users have it: on a bare Debian without Node, and as an image. Needs root, a mirror of
 * Debian, and the tools below; some minutes. `npm run test:release`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, createSigner } from '@bellwether/sdk';
import { type VenueProcess, venueOf } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../bundle/program.ts';
import { buildBase, buildImage, canRunImages, packDebian, runImage } from './image.ts';
import { readManifest } from './manifest.ts';

const TOOLS = ['strip', 'dpkg-deb', 'unshare', 'systemd-analyze'];
const CAN_RUN = canRunImages() && TOOLS.every((tool) => spawnSync(tool, ['--version']).error === undefined);
const { version } = readManifest(PROJECT);
/** Nothing of this machine's but the way to its programs. */
const env = { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` };

let work: string;
const at = (...path: readonly string[]): string => join(work, ...path);

beforeAll(() => {
  if (!CAN_RUN) return;
  work = mkdtempSync(join(tmpdir(), 'bellwether-installed-'));
  const release = join(import.meta.dirname, 'release.ts');
  for (const name of ['out', 'again'])
    execFileSync(process.execPath, [release, '--out', at(name)], { stdio: 'inherit' });
  packDebian(work);
  mkdirSync(at('bare'));
  execFileSync('tar', ['xf', at('bare.tar'), '-C', at('bare')]);
});
afterAll(() => {
  if (CAN_RUN) rmSync(work, { recursive: true, force: true });
});

/** The words that run a shell's command on the bare Debian, in a process that ends with it. */
const onDebian = (command: string): readonly string[] => {
  const inside = `mount -t proc proc ${at('bare')}/proc && exec chroot ${at('bare')} /bin/sh -c "$0"`;
  return ['unshare', '--mount', '/bin/sh', '-c', inside, command];
};

function run(words: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const [program = '', ...args] = words;
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
  return { status, stdout: stdout + stderr };
}

/** Opens an account, and buys and sells in a market: returns the number of its trades. */
async function trade({ url, adminToken }: VenueProcess): Promise<number> {
  const open = async (digit: string) => {
    const signer = createSigner(`0x${digit.repeat(64)}`);
    const client = createClient({ baseUrl: url, adminToken, account: { signer } });
    await client.auth.credentials();
    await client.admin.deposit({ wallet: signer.address, amount: '100' });
    return client;
  };
  const [one, other] = await Promise.all([open('7'), open('8')]);
  const event = { title: 'Will it rain?', markets: [{ question: 'Will it rain tomorrow?' }] };
  const markets = await one.markets.list({ limit: 1 });
  if (markets.length === 0) await one.admin.addEvent(event);
  const [market] = await one.markets.list({ limit: 1 });
  const [yes = '', no = ''] = market?.tokenIds ?? [];
  await one.orders.place({ tokenId: yes, side: 'BUY', price: '0.6', size: '10' });
  const { success } = await other.orders.place({ tokenId: no, side: 'BUY', price: '0.4', size: '10' });
  expect(success).toBe(true);
  return (await one.trades.list({ limit: 10 })).length;
}

describe.skipIf(!CAN_RUN && process.env['CI'] !== 'true')('release: installed', () => {
  test('release: the same commit gives the same bytes', () =>
    expect(readFileSync(at('again', 'SHA256SUMS'), 'utf8')).toBe(readFileSync(at('out', 'SHA256SUMS'), 'utf8')));

  test('debian package: installs its units and user, runs a venue as that user, and a purge leaves the ledger', async () => {
    const deb = `bellwether_${version}_amd64.deb`;
    execFileSync('cp', [at('out', deb), at('bare/tmp')]);
    expect(run(onDebian(`dpkg -i /tmp/${deb}`))).toMatchObject({ status: 0 });
    for (const name of ['bellwether.service', 'bellwether@.service']) {
      // With a program of this machine.
      const unit = readFileSync(at('bare/lib/systemd/system', name), 'utf8');
      writeFileSync(at(name), unit.replace('/usr/bin/bellwether', process.execPath));
      const { stdout } = run(['systemd-analyze', 'verify', at(name)]);
      expect(stdout.split('\n').filter((line) => line.includes('bellwether'))).toEqual([]);
    }
    const said = run(onDebian('bellwether --version'));
    expect(said).toMatchObject({ status: 0, stdout: expect.stringContaining(version) });
    // As systemd would make them.
    const folders = 'install -d -o bellwether -m 700 /var/lib/bellwether /var/cache/bellwether';
    expect(run(onDebian(folders))).toMatchObject({ status: 0 });
    const settings = 'BELLWETHER_PORT=0 BELLWETHER_DATA_DIR=/var/lib/bellwether XDG_CACHE_HOME=/var/cache/bellwether';
    const serve = `exec setpriv --reuid bellwether --regid bellwether --clear-groups env ${settings} bellwether serve`;
    const venue = await venueOf(new Program(onDebian(serve), { env }), at('bare/var/lib/bellwether'));
    expect(await trade(venue)).toBe(1);
    expect(await venue.end()).toMatchObject({ code: 0, stderr: '' });
    const verify = 'BELLWETHER_DATA_DIR=/var/lib/bellwether bellwether verify';
    expect(run(onDebian(verify))).toMatchObject({ status: 0, stdout: expect.stringContaining('everything holds') });
    const purged = run(onDebian('dpkg --purge bellwether'));
    expect(purged).toMatchObject({ status: 0, stdout: expect.stringContaining('the ledger stays') });
    expect(readdirSync(at('bare/var/lib/bellwether'))).toContain('journal.sqlite');
    const again = `dpkg -i /tmp/${deb} && PURGE_DATA=yes dpkg --purge bellwether`;
    expect(run(onDebian(again))).toMatchObject({ status: 0 });
    expect(readdirSync(at('bare/var/lib'))).not.toContain('bellwether');
  });

  test('image: trades as a user without rights on a read-only root, stops, starts again and verifies', async () => {
    buildBase(at('bare.tar'), work);
    const bundle = buildImage(at('out'), work);
    const [size] = execFileSync('du', ['-sm', join(bundle, 'rootfs')], { encoding: 'utf8' }).split('\t');
    expect(Number(size)).toBeLessThan(180);
    const start = () => venueOf(new Program(runImage(bundle, at('data')), { env }), at('data'));
    const runc = ['runc', '--root', at('runc')];
    const inside = (...words: readonly string[]) => run([...runc, 'exec', 'venue', 'bellwether', ...words]);
    const first = await start();
    expect(await trade(first)).toBe(1);
    expect(inside('status')).toMatchObject({ status: 0, stdout: expect.stringContaining('answers at') });
    expect(await first.end()).toMatchObject({ code: 0 });
    const second = await start();
    expect(await trade(second)).toBe(2);
    expect(inside('verify')).toMatchObject({ status: 0, stdout: expect.stringContaining('everything holds') });
    expect(await second.end()).toMatchObject({ code: 0 });
  });
});
