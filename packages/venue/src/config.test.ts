import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capTable } from '@bellwether/contract';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('config: defaults are a loopback venue without demo and without free money', () => {
  const config = readConfig({}, false);
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, demo: false, startingBalance: 0, dataAllowlist: null });
});

test('config: the demo brings a starting balance unless one is given', () => {
  expect(readConfig({}, true).startingBalance).toBe(10_000_000_000);
  expect(readConfig({ BELLWETHER_STARTING_BALANCE: '2.5' }, true).startingBalance).toBe(2_500_000);
  expect(readConfig({ BELLWETHER_DEMO: 'off' }, true)).toMatchObject({ demo: false, startingBalance: 0 });
});

test('config: wallets are lent with the demo alone, unless that is turned off [O63]', () => {
  const lends = (settings: Record<string, string>, demo: boolean): boolean => readConfig(settings, demo).lendsWallets;
  expect([lends({}, true), lends({}, false)]).toEqual([true, false]);
  expect(lends({ BELLWETHER_DEMO_LENDING: 'off' }, true)).toBe(false);
  expect(lends({ BELLWETHER_DEMO_LENDING: 'on' }, false)).toBe(false);
  expect(() => lends({ BELLWETHER_DEMO_LENDING: 'no' }, true)).toThrow(ConfigError);
});

test('config: the profile brings the header prefix of its clients unless prefixes are given', () => {
  expect(readConfig({}, false)).toMatchObject({ profile: 'bellwether', authPrefixes: ['SERVICE_'] });
  const polymarket = { BELLWETHER_PROFILE: 'polymarket' };
  const authPrefixes = ['POLY_', 'SERVICE_'];
  expect(readConfig(polymarket, false)).toMatchObject({ profile: 'polymarket', authPrefixes });
  expect(readConfig({ ...polymarket, BELLWETHER_AUTH_PREFIXES: 'POLY_' }, false).authPrefixes).toEqual(['POLY_']);
});

test('config: a profile has a date, and announced changes are named one by one', () => {
  const read = (profile: string, announced = '') =>
    readConfig({ BELLWETHER_PROFILE: profile, BELLWETHER_ANNOUNCED: announced }, false);
  expect(read('polymarket').profileName).toBe('polymarket@2026-11');
  expect(read('polymarket@2026-07', ' orders-2026-12 ').differences).toEqual(new Set(['orders-2026-12']));
  expect(() => read('polymarket@2026-08')).toThrow(/^BELLWETHER_PROFILE must be one of .*, not "polymarket@2026-08"$/);
  expect(() => read('bellwether', 'orders')).toThrow(
    'BELLWETHER_ANNOUNCED must be a comma list of orders-2026-12, order-version-3, not "orders"',
  );
});

test('config: chain 137 is an opt-in of the profile whose clients need it [A22]', () => {
  expect(readConfig({}, true).chain137).toBe('off');
  const polymarket = { BELLWETHER_PROFILE: 'polymarket' };
  expect(readConfig(polymarket, true).chain137).toBe('off');
  for (const use of ['off', 'sign-in', 'on'])
    expect(readConfig({ ...polymarket, BELLWETHER_CHAIN_137: use }, true).chain137).toBe(use);
  for (const use of ['sign-in', 'on'])
    expect(() => readConfig({ BELLWETHER_CHAIN_137: use }, true)).toThrow(
      `BELLWETHER_CHAIN_137=${use} needs BELLWETHER_PROFILE=polymarket`,
    );
});

test('config: a past comes with the demo and a journal of the folder alone, unless it is turned off', () => {
  const past = (settings: Record<string, string>, demo: boolean): boolean => readConfig(settings, demo).demoPast;
  expect([past({}, true), past({}, false)]).toEqual([true, false]);
  expect(past({ BELLWETHER_DEMO_PAST: 'off' }, true)).toBe(false);
  expect(past({ BELLWETHER_DEMO_PAST: 'on' }, false)).toBe(false);
  expect(past({ BELLWETHER_JOURNAL: 'postgres://db/venue' }, true)).toBe(false);
});

test('config: the journal is in the data folder unless a database is named, whose address is never repeated', () => {
  expect(readConfig({}, false).journal).toBeNull();
  const url = 'postgres://me:secret@db:5432/venue';
  expect(readConfig({ BELLWETHER_JOURNAL: url }, false).journal).toEqual({ url, isTest: false });
  const test = { BELLWETHER_JOURNAL: url, BELLWETHER_JOURNAL_UNSAFE_TEST: '1' };
  expect(readConfig(test, false).journal).toEqual({ url, isTest: true });
  expect(() => readConfig({ BELLWETHER_JOURNAL: url.replace('postgres', 'mysql') }, false)).not.toThrow('secret');
});

test('config: a node of several has an address and a secret, and never shows the secret', () => {
  const secret = 'k'.repeat(32);
  const node = { BELLWETHER_JOURNAL: 'postgres://db/venue', BELLWETHER_CLUSTER_ADDRESS: '10.0.0.1:7700' };
  const config = readConfig({ ...node, BELLWETHER_CLUSTER_SECRET: secret }, false);
  expect(config.cluster).toEqual({ address: '10.0.0.1:7700', secret });
  expect(readConfig({}, false).cluster).toBeNull();
  const refused = (settings: Record<string, string>, words: string) =>
    expect(() => readConfig(settings, false)).toThrow(words);
  refused(node, 'BELLWETHER_CLUSTER_SECRET must be 32 to 256 visible ASCII characters');
  refused({ ...node, BELLWETHER_CLUSTER_SECRET: 'short' }, 'must be 32 to 256');
  refused({ BELLWETHER_CLUSTER_SECRET: secret }, 'BELLWETHER_CLUSTER_SECRET needs BELLWETHER_CLUSTER_ADDRESS');
  const alone = { BELLWETHER_CLUSTER_ADDRESS: 'a:1', BELLWETHER_CLUSTER_SECRET: secret };
  refused(alone, 'BELLWETHER_CLUSTER_ADDRESS needs BELLWETHER_JOURNAL');
  for (const address of ['10.0.0.1', 'a:0', 'a:65536', '::1:7700', 'http://a:80']) {
    const settings = { ...node, BELLWETHER_CLUSTER_ADDRESS: address, BELLWETHER_CLUSTER_SECRET: secret };
    refused(settings, 'BELLWETHER_CLUSTER_ADDRESS must be host:port');
  }
});

const REFUSED: readonly [string, string][] = [
  ['BELLWETHER_PORT', '65536'],
  ['BELLWETHER_PORT', '8080x'],
  ['BELLWETHER_DEMO', 'yes'],
  ['BELLWETHER_DEMO_PAST', '90'],
  ['BELLWETHER_PROFILE', 'kalshi'],
  ['BELLWETHER_CHAIN_137', 'yes'],
  ['BELLWETHER_STARTING_BALANCE', '-1'],
  ['BELLWETHER_STARTING_BALANCE', '1.0000001'],
  ['BELLWETHER_STARTING_BALANCE', '9999999999'],
  ['BELLWETHER_ADMIN_TOKEN', 'short'],
  ['BELLWETHER_MASTER_KEY', 'abc'],
  ['BELLWETHER_JOURNAL', 'mysql://me:secret@db/venue'],
  ['BELLWETHER_JOURNAL_UNSAFE_TEST', 'yes'],
  ['BELLWETHER_JOURNAL_UNSAFE_TEST', '1'],
  ['BELLWETHER_DATA_ALLOWLIST', '10.0.0.0/33'],
  ['BELLWETHER_TRUST_PROXY', '1'],
  ['BELLWETHER_TRUST_PROXY', '0.0.0.0/0'],
  ['BELLWETHER_TRUST_PROXY', '10.0.0.0/8,::/0'],
  ['BELLWETHER_AUTH_PREFIXES', 'service_'],
  ['BELLWETHER_AUTH_PREFIXES', 'SERVICE_,SERVICE_'],
  ['BELLWETHER_LIMITS', '/no/such/file.json'],
  ['BELLWETHER_SIGNATURE_WORKERS', '0'],
  ['BELLWETHER_LOG_LEVEL', 'loud'],
  ['BELLWETHER_PROT', '8080'],
  ['BELLWETHER_GATEWAYS', '1'],
];

test.each(REFUSED)('config: %s=%s is refused by name [V7]', (name, value) => {
  expect(() => readConfig({ [name]: value }, false)).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value }, false)).toThrow(name);
});

test('config: a setting that is gone is refused with what takes its place', () =>
  expect(() => readConfig({ BELLWETHER_GATEWAYS: '2' }, false)).toThrow(/is gone: .* several nodes/));

test('config: the allow-list takes single addresses and ranges of both families', () => {
  const list = readConfig({ BELLWETHER_DATA_ALLOWLIST: '10.0.0.0/8, ::1, 192.168.1.7' }, false).dataAllowlist;
  const ofVersion4 = ['10.1.2.3', '192.168.1.7', '192.168.1.8'].map((address) => list?.check(address));
  expect([list?.check('::1', 'ipv6'), ...ofVersion4]).toEqual([true, true, true, false]);
});

test('config: caps are the table unless a file changes rows or they are off', () => {
  const file = join(newFolder(), 'limits.json');
  const read = (): ReturnType<typeof readConfig> => readConfig({ BELLWETHER_LIMITS: file }, false);
  expect(readConfig({}, false).limits).toEqual(capTable());
  expect(readConfig({ BELLWETHER_LIMITS: 'off' }, false).limits).toBeNull();
  writeFileSync(file, '{"book":[{"requests":5,"seconds":1}]}');
  expect(read().limits).toEqual(capTable({ book: [{ requests: 5, seconds: 1 }] }));
  writeFileSync(file, '{"book":[{"requests":5}]}');
  expect(read).toThrow(ConfigError);
  // One line that names the variable, the file and the key.
  expect(read).toThrow(`BELLWETHER_LIMITS, file ${file}: "book"[0].seconds must be an integer in 1..3600`);
});

test('config: origins of other pages are exact, as browsers send them', () => {
  const read = (value: string) => readConfig({ BELLWETHER_CORS_ORIGINS: value }, false).corsOrigins;
  const two = ['https://desk.example', 'http://127.0.0.1:3000'];
  expect([read(two.join(', ')), read(''), readConfig({}, false).corsOrigins]).toEqual([two, [], []]);
  const schemes = ['*', 'null', 'desk.example', 'ftp://desk.example', 'https://DESK.example', 'https://desk.example,'];
  for (const wrong of [...schemes, ...['/', '/app', ':443'].map((end) => `https://desk.example${end}`)])
    expect(() => read(wrong)).toThrow(/^BELLWETHER_CORS_ORIGINS must be a comma list of origins/);
});

test('config: host names of services, each in one place', () => {
  const read = (value: string) => [...readConfig({ BELLWETHER_HOSTS: value }, false).hosts];
  expect(read('')).toEqual([]);
  expect(read('clob=Clob.Venue.example, data=data.venue.example,data=d2')).toEqual([
    ['clob.venue.example', 'clob'],
    ['data.venue.example', 'data'],
    ['d2', 'data'],
  ]);
  const hosts = ['', 'a b', 'a:80', 'http://a', 'a=b', 'a,', '10.0.0.1', '-a'].map((host) => `clob=${host}`);
  for (const wrong of ['clob', 'rtds=a', ...hosts])
    expect(() => read(wrong)).toThrow(/^BELLWETHER_HOSTS must be a comma list such as clob=/);
  expect(() => read('clob=a,gamma=A')).toThrow('BELLWETHER_HOSTS names "a" twice');
});
