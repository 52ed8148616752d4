/** The published SDK: packed, installed into an empty project, run and type checked there. No network. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stageSandbox } from './sandbox-package.ts';
import { publishedManifest, stageSdk } from './sdk-package.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Dependencies of the SDK, packed from this repository's own installation. */
const DEPENDENCIES = ['@noble/curves', '@noble/hashes', 'typebox'];
const SCRIPT = `
import { bookHash, createClient, createSigner, InvalidInputError, isBellwetherError, type BookFeedItem, type OrderInput } from '@bellwether/sdk';

const signer = createSigner('0x' + '1'.repeat(64));
const domain = { name: 'X', version: '1', chainId: 31337, verifyingContract: '0x' + '0'.repeat(40) };
const venue = { name: 'X', version: '1', chainId: 31337, domain, authPrefixes: ['SERVICE_'], mode: 'open', time: 0 };
const answers: Record<string, unknown> = { '/venue': venue, '/books': [] };
const client = createClient({
  baseUrl: 'http://venue.test',
  account: { signer, credentials: { apiKey: 'k', secret: 'AAAA', passphrase: 'p' } },
  fetch: async (url: string) => Response.json(answers[new URL(url).pathname]),
});
const order: OrderInput = { tokenId: '1', side: 'BUY', price: '0.55', size: '100' };
const { orderId, body } = await client.orders.sign(order);
const refused = await client.orders.sign({ ...order, price: '2' }).catch((error: unknown) => error);
const kind: string = isBellwetherError(refused) ? refused.kind : 'other';
const mode: 'open' | 'post_only' | 'cancel_only' | 'disabled' = (await client.venue.get()).mode;
export const item = (each: BookFeedItem): number => (each.kind === 'book' ? each.book.sequence : 0);
// @ts-expect-error: a price is text, never a float
export const wrong: OrderInput = { ...order, price: 0.55 };
const book = { market: '0xaabbcc', asset_id: '100', timestamp: '123456789', bids: [], asks: [], min_order_size: '100', tick_size: '0.01', neg_risk: false, last_trade_price: '' };
console.log(JSON.stringify({ orderId: orderId.length, makerAmount: body.order.makerAmount, kind, mode, hash: bookHash(book), invalid: refused instanceof InvalidInputError }));
`;

/** Declarations that the code samples leave to the reader. */
const OF_THE_READER = `
import { applyToComments, foldBalance, isAborted, isApiError, isBellwetherError, isInvalidInput, isOrderRefused, isOutcomeUnknown, isRateLimited, isRefused, isUnauthorized, isUnavailable, createProviderSigner, detailsOf, VenueClock, type OrderInput } from '@bellwether/sdk';
declare const privateKey: Uint8Array, tokenId: string, expiration: number, builder: string, order: OrderInput;
declare const baseUrl: string, signer: Uint8Array, adminToken: string;
export const named = [applyToComments, foldBalance, isAborted, isInvalidInput, isOrderRefused, isOutcomeUnknown, isRateLimited, isRefused, isUnauthorized, isUnavailable, createProviderSigner, detailsOf, VenueClock];
`;

/** The code samples of the README and of the page of sandboxes as one module, and all methods that the README names. */
function readmeScript(): string {
  const text = readFileSync(join(ROOT, 'packages/sdk/README.md'), 'utf8');
  const page = readFileSync(join(ROOT, 'docs/reference/sandbox.md'), 'utf8');
  const pieces = [...`${text}${page}`.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  const groups: readonly string[] = /^Methods are grouped: ([^.]+)\./m.exec(text)?.[1]?.match(/[a-z]+/g) ?? [];
  const prose = text.replace(/^```.*?^```$/gms, '');
  const methods = [...prose.matchAll(/(?:`|client\.)([a-z]+)\.([a-zA-Z]+)/g)].filter(([, group = '']) =>
    groups.includes(group),
  );
  expect([pieces.length, groups.length, methods.length].map((count) => count > 3)).toEqual([true, true, true]);
  const [first = '', ...others] = pieces;
  return [
    first,
    OF_THE_READER,
    ...others.map((code) => `{\n${code}}\n`),
    ...groups.map((group) => `client.${group};\n`),
    ...methods.map(([, group, method]) => `client.${group}.${method};\n`),
  ].join('');
}

/** An incident for the exam, whose types come with the package of sandboxes. */
const INCIDENT_SCRIPT = `
import type { Incident } from '@bellwether/sandbox/exam';
export default {
  name: 'own',
  about: 'Mine.',
  async play(stage) {
    const rule: string = await stage.arm({ match: { route: 'POST /order' }, do: { kind: 'refuse', status: 425 } });
    await stage.startBot();
    await stage.untilHit(rule, 'post an order');
    const { price } = await stage.fillNext('half');
    // @ts-expect-error: a half, or all
    await stage.fillNext('third');
    await stage.operator.sandbox.advance('1h');
    stage.note(price);
  },
} satisfies Incident;
`;

let folder: string;
const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const tsc = (...options: string[]): string => {
  const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--singleThreaded', ...options];
  return spawnSync(process.execPath, args, { cwd: join(folder, 'project'), encoding: 'utf8' }).stdout;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-sdk-'));
  const project = join(folder, 'project');
  mkdirSync(project);
  stageSdk(join(folder, 'staged'));
  const packages = [join(folder, 'staged'), ...DEPENDENCIES.map((name) => join(ROOT, 'node_modules', name))];
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const files = run('npm', [...pack, ...packages], folder)
    .trim()
    .split('\n');
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "type": "module", "private": true }\n');
  const tarballs = files.map((file) => join(folder, basename(file)));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', ...tarballs], project);
  writeFileSync(join(project, 'first.ts'), SCRIPT);
  writeFileSync(join(project, 'readme.ts'), readmeScript());
  await stageSandbox(join(project, 'node_modules/@bellwether/sandbox'));
  writeFileSync(join(project, 'incident.ts'), INCIDENT_SCRIPT);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('sdk package: holds compiled code and declarations, and nothing that only the repository has', () => {
  const installed = join(folder, 'project/node_modules/@bellwether/sdk');
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(Object.keys(manifest['dependencies'] as object)).toEqual(DEPENDENCIES);
  expect(manifest['exports']).toEqual({ '.': { types: './dist/index.d.ts', default: './dist/index.js' } });
  expect(manifest).not.toHaveProperty('private');
  for (const file of ['README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts'])
    expect(readFileSync(join(installed, file), 'utf8')).not.toBe('');
  expect(readFileSync(join(installed, 'dist/request.js'), 'utf8')).toContain("from './contract/index.js'");
  const ending = /from '\.[^']*\.ts'|@bellwether\/contract/;
  for (const file of ['dist/client.d.ts', 'dist/request.d.ts', 'dist/contract/index.d.ts'])
    expect(readFileSync(join(installed, file), 'utf8')).not.toMatch(ending);
});

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])(
  'sdk package: its types resolve with module %s and resolution %s, and the code of the documents has them',
  (module, moduleResolution) => {
    const kind = ['--module', module, '--moduleResolution', moduleResolution, '--types', ''];
    const files = ['first.ts', 'readme.ts', 'incident.ts'];
    expect(tsc('--noEmit', '--strict', '--target', 'es2024', '--lib', 'esnext,dom', ...kind, ...files)).toBe('');
  },
);

test('sdk package: it runs [S4]', () => {
  const output = run(process.execPath, ['first.ts'], join(folder, 'project'));
  expect(JSON.parse(output)).toEqual({
    orderId: 66,
    makerAmount: '55000000',
    kind: 'invalid_input',
    mode: 'open',
    hash: '6948261b907ad81475285e1f929d4013aec07795',
    invalid: true,
  });
});

test('sdk package: what the contract needs is needed in its place', () => {
  const manifest = { private: true, dependencies: { a: '1', '@bellwether/contract': '1' }, exports: 1 };
  expect(JSON.parse(JSON.stringify(publishedManifest(manifest, { dependencies: { b: '2' } })))).toEqual({
    dependencies: { a: '1', b: '2' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    publishConfig: { access: 'public' },
  });
});
