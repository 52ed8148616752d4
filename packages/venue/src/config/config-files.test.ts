import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capTable, PROFILES } from '@bellwether/contract';
import vectors from '@bellwether/gateway/auth/fixtures/signing-vectors.json' with { type: 'json' };
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, readPlace } from '../config.ts';
import { readLimitsFile } from './limits-file.ts';
import { chainWarning, orderDomains, signingTerms } from './profile.ts';
import { CONFIG_FILE } from './venue-settings.ts';

test('limits file: rows that it names replace those of the table, all others stay', () => {
  const table = readLimitsFile('{"order":[{"requests":20,"seconds":1},{"requests":100,"seconds":60}],"tags":[]}');
  expect(table).toEqual({
    ...capTable(),
    order: [
      { requests: 20, seconds: 1 },
      { requests: 100, seconds: 60 },
    ],
    tags: [],
  });
  expect(readLimitsFile('{}')).toEqual(capTable());
});

test.each([
  ['', 'not valid JSON'],
  ['[]', 'must hold an object'],
  ['{"ordre":[]}', '"ordre" is not a row'],
  ['{"toString":[]}', '"toString" is not a row'],
  ['{"order":{}}', '"order" must be a list'],
  ['{"order":[5]}', '"order"[0] must be an object'],
  ['{"order":[{"requests":5}]}', '"order"[0].seconds must be an integer'],
  [
    '{"order":[{"requests":5,"seconds":1},{"requests":0,"seconds":2}]}',
    '"order"[1].requests must be an integer in 1..',
  ],
  ['{"book":[{"requests":5,"seconds":1.5}]}', '"book"[0].seconds must be an integer'],
  ['{"book":[{"requests":"5","seconds":1}]}', '"book"[0].requests must be an integer'],
  ['{"book":[{"requests":5,"seconds":3601}]}', '"book"[0].seconds must be an integer in 1..3600'],
  ['{"book":[{"requests":1000001,"seconds":1}]}', '"book"[0].requests must be an integer in 1..1000000'],
  ['{"book":[{"requests":5,"seconds":1,"burst":2}]}', '"book"[0].burst is not a field'],
  ['{"book":[{"requests":5,"seconds":1},{"requests":6,"seconds":1}]}', 'two windows of the same seconds'],
])('limits file: %s is refused: %s', (text, message) => expect(() => readLimitsFile(text)).toThrow(message));

const OWN = `0x${'0b'.repeat(20)}`;

test('profile: the default one is signed for the install alone, whatever the market', () =>
  expect(orderDomains('bellwether', OWN)).toEqual({
    domain: { name: 'Bellwether Exchange', version: '1', chainId: 31_337, verifyingContract: OWN },
    negRiskDomain: null,
    v2Domains: [],
  }));

test('profile: polymarket has the contracts of the public clients on the test chain', () => {
  const { domain, negRiskDomain } = orderDomains('polymarket', OWN);
  const terms = { name: 'Polymarket CTF Exchange', version: '2', chainId: 80_002 };
  expect([domain, negRiskDomain]).toMatchObject([terms, terms]);
  // The signed vectors of version 2 of the exchange name the same contracts.
  const ofVersionTwo = vectors.orders.filter(({ domain: { version } }) => version === terms.version);
  const contracts = ofVersionTwo.map(({ domain: { verifyingContract } }) => verifyingContract.toLowerCase());
  expect(new Set(contracts)).toEqual(new Set([domain.verifyingContract, negRiskDomain?.verifyingContract]));
});

test('profile: no two profiles share a domain', () => {
  const texts = PROFILES.flatMap((profile) => {
    const { domain, negRiskDomain, v2Domains } = orderDomains(profile, OWN);
    return [domain, negRiskDomain, ...v2Domains].filter((one) => one !== null).map((one) => JSON.stringify(one));
  });
  expect(new Set(texts).size).toBe(5);
});

test('profile: chain 137 is never there unless it is asked for, and for orders only when they are', () => {
  const uses = (['off', 'sign-in', 'on'] as const).map((use) => {
    const { domain, negRiskDomain, signInChainIds, v2Domains } = signingTerms(
      { profile: 'polymarket', chain137: use },
      OWN,
    );
    return { use, orders: [domain, negRiskDomain, ...v2Domains].map((one) => one?.chainId), signIns: signInChainIds };
  });
  expect(uses).toEqual([
    { use: 'off', orders: [80_002, 80_002, 80_002, 80_002], signIns: [80_002] },
    { use: 'sign-in', orders: [80_002, 80_002, 80_002, 80_002], signIns: [80_002, 137] },
    { use: 'on', orders: [137, 137, 137], signIns: [137] },
  ]);
  expect(signingTerms({ profile: 'bellwether', chain137: 'off' }, OWN).signInChainIds).toEqual([31_337]);
});

test('profile: an operator who lets clients sign for chain 137 is warned of what such a signature can do', () => {
  expect(chainWarning('off')).toBeNull();
  expect(chainWarning('sign-in')).toMatch(/^Sign-ins for chain 137.* throw-away keys only/);
  expect(chainWarning('on')).toMatch(/^Orders and sign-ins for chain 137.* real money .* throw-away keys only/);
});

/** Reads the configuration of a new folder whose file holds `text`; null: without a file. */
function read(text: string | object | null, settings: Readonly<Record<string, string>> = {}) {
  const dataDir = newFolder();
  if (text !== null) writeFileSync(join(dataDir, CONFIG_FILE), typeof text === 'string' ? text : JSON.stringify(text));
  return readConfig({ BELLWETHER_DATA_DIR: dataDir, ...settings }, false);
}

test('venue settings: without a file and a setting they have defaults, and the venue counts as not set up', () =>
  expect(read(null)).toMatchObject({
    name: 'Bellwether',
    currency: '$',
    join: 'open',
    reads: 'public',
    startingBalance: 0,
    isSetUp: false,
  }));

test('venue settings: the file gives each value, and a setting of the environment wins over it', () => {
  const file = {
    name: ' Ömer’s <b>Club</b> ',
    currency: 'acorns',
    join: 'listed',
    reads: 'members',
    startingBalance: '12.5',
  };
  expect(read(file)).toMatchObject({ ...file, name: 'Ömer’s <b>Club</b>', startingBalance: 12_500_000, isSetUp: true });
  expect(read(file, { BELLWETHER_NAME: 'Other', BELLWETHER_JOIN: 'open' })).toMatchObject({
    name: 'Other',
    join: 'open',
    currency: 'acorns',
  });
  expect(read({}).isSetUp).toBe(true);
  const signIn = { smtpUrl: 'smtp://mail.example', smtpFrom: 'v@a.example', join: 'invite', accent: '#aa0000' };
  expect(read(signIn)).toMatchObject({ accent: '#aa0000', signIn: { mail: { url: 'smtp://mail.example' } } });
  const mail = { BELLWETHER_SMTP_URL: 'smtps://other.example' };
  expect(read(signIn, mail).signIn.mail).toEqual({ url: 'smtps://other.example', from: 'v@a.example' });
  expect(read(null, { BELLWETHER_CURRENCY: '€' })).toMatchObject({ currency: '€', isSetUp: true });
  expect(read(null, { BELLWETHER_CURRENCY: '' }).isSetUp).toBe(false);
});

test('venue settings: a wrong file is refused in one line that names file, field and rule', () => {
  for (const [text, rule] of [
    ['', 'must be valid JSON'],
    ['{"name": "Half', 'must be valid JSON'],
    ['[]', 'must hold an object'],
    ['null', 'must hold an object'],
    [
      '{"colour": "red"}',
      ': "colour" is not a field; the fields are name, currency, accent, logo, welcome, terms, join, reads, oidcIssuer',
    ],
    ['{"__proto__": "red"}', ': "__proto__" is not a field'],
    ['{"startingBalance": 1000}', ': startingBalance must be a text in quotes'],
    ['{"name": null}', ': name must be a text in quotes'],
    ['{"join": "listed", "join": "open"}', 'must name each field once'],
    ['{"join": "Listed"}', ': join must be one of open, listed, invite, oidc, approval, not "Listed"'],
    ['{"name": ""}', ': name must be 1 to 60 visible characters with a letter or digit among them, not ""'],
    [`{"name": "${'x'.repeat(61)}"}`, ': name must be 1 to 60 visible'],
    [`{"name": "${'x'.repeat(140_000)}"}`, 'must have at most 131072 characters'],
    ['{"name": "a\\u202eb"}', ': name must be'],
    ['{"name": "a\\nb"}', ': name must be'],
    ['{"name": "a\\u200bb"}', ': name must be'],
    ['{"name": "\\u3164"}', ': name must be'],
    ['{"startingBalance": "2250000000.000001"}', ': startingBalance must be a decimal amount up to 2250000000'],
    ['{"name": "\\ud800a"}', ': name must be'],
    ['{"name": "***"}', ': name must be'],
    [`{"name": "a${'\u0301'.repeat(50)}"}`, ': name must be without piles of marks on a letter'],
    [`{"currency": "${'a\u0301\u0301\u0301\u0301\u0301'}b"}`, ': currency must be without piles of marks'],
    ['{"currency": "5pt"}', ': currency must be 1 to 12 letters or signs without digits'],
    ['{"currency": "<i>"}', ': currency must be'],
    ['{"currency": "thirteen char"}', ': currency must be'],
    ['{"accent": "white"}', ': accent must be a colour such as #2a52d8, or empty, not "white"'],
    ['{"logo": "logo.png"}', ': logo must be a PNG, SVG or WebP as data:image/'],
    [`{"terms": "${'x'.repeat(20_001)}"}`, ': terms must have at most 20000 characters'],
    ['{"oidcIssuer": "https://id.example"}', ': oidcIssuer needs oidcClientId'],
    ['{"smtpUrl": "smtp://me:s3cret@mail.example"}', ': smtpUrl needs smtpFrom'],
    ...['1e400', '-1', '1,5', '0.0000001', 'Infinity', '0x10', '', '9999999999999'].map(
      (amount) =>
        [`{"startingBalance": "${amount}"}`, ': startingBalance must be a decimal amount up to 2250000000'] as const,
    ),
  ] as const) {
    // Refused even where the environment would win.
    const reading = () => read(text, { BELLWETHER_NAME: 'Other', BELLWETHER_JOIN: 'open' });
    expect(reading, text).toThrow(ConfigError);
    expect(reading, text).toThrow(new RegExp(`^/\\S+${CONFIG_FILE}${rule.startsWith(':') ? '' : ' '}`));
    expect(reading, text).toThrow(rule);
    expect(reading, text).not.toThrow('\n');
  }
});

test('venue settings: a setting of the environment is refused by its own name', () => {
  for (const [name, value] of [
    ['BELLWETHER_NAME', 'a\u2066b'],
    ['BELLWETHER_CURRENCY', '5'],
    ['BELLWETHER_JOIN', 'nobody'],
    ['BELLWETHER_STARTING_BALANCE', '1e3'],
  ] as const)
    expect(() => read(null, { [name]: value })).toThrow(new RegExp(`^${name} must be `));
});

test('venue settings: a named file must exist, and a folder or an unreadable file is no file', () => {
  const folder = newFolder();
  const missing = join(folder, 'nowhere.json');
  expect(() => read(null, { BELLWETHER_CONFIG: missing })).toThrow(
    `BELLWETHER_CONFIG: ${missing} must be a readable file in UTF-8: ENOENT`,
  );
  const named = join(folder, 'named.json');
  writeFileSync(named, '{"name": "Elsewhere"}');
  expect(read({ name: 'Here' }, { BELLWETHER_CONFIG: named }).name).toBe('Elsewhere');
  const dataDir = join(folder, 'with-folder');
  mkdirSync(join(dataDir, CONFIG_FILE), { recursive: true });
  expect(() => readConfig({ BELLWETHER_DATA_DIR: dataDir }, false)).toThrow(
    `${join(dataDir, CONFIG_FILE)} must be a regular file`,
  );
  // A link whose target is away, such as a secret that is not mounted, must not open a listed venue to everyone.
  const linked = join(folder, 'linked');
  mkdirSync(linked);
  symlinkSync(join(folder, 'gone.json'), join(linked, CONFIG_FILE));
  expect(() => readConfig({ BELLWETHER_DATA_DIR: linked }, false)).toThrow('must be a readable file in UTF-8: ENOENT');
  // Commands that run no venue do not need it.
  expect(readPlace({ BELLWETHER_DATA_DIR: linked })).toMatchObject({ dataDir: linked, journal: null });
  writeFileSync(named, Buffer.from([0x7b, 0x22, 0xff]));
  expect(() => read(null, { BELLWETHER_CONFIG: named })).toThrow('must be a readable file in UTF-8');
  writeFileSync(named, '{"name": ""}');
  expect(() => read(null, { BELLWETHER_CONFIG: named })).toThrow(`BELLWETHER_CONFIG: ${named}: name must be `);
  chmodSync(named, 0o000);
  if (process.getuid?.() !== 0) expect(() => read(null, { BELLWETHER_CONFIG: named })).toThrow('EACCES');
});
