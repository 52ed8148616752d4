/** The documents as the gateway serves them beside the API, from a small build. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { costText } from '@bellwether/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../testing/stack.ts';
import { DOCUMENT_ROUTES, registerDocuments } from './register-documents.ts';

const BUILD = {
  'index.html': '<h1>Documentation</h1>',
  'start/first-bot.html': '<h1>Your first bot</h1>',
  'internals/adr/0001-a.html': '<h1>One</h1>',
  'reference/api.html': 'for readers without a venue',
  'site/pages.css': 'main { }',
  'site/missing.html': '<h1>There is no such page</h1><a href="{root}index.html">',
  'llms.txt': '# Bellwether – all',
  'llms-full.txt': '# Everything',
  '.built-from': 'secret',
};
const BROWSER = { accept: 'text/html,*/*;q=0.8' };

const folder = mkdtempSync(join(tmpdir(), 'bellwether-documents-'));
let stack: Stack;
let bare: Stack;
beforeAll(async () => {
  for (const [path, content] of Object.entries(BUILD)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  stack = await startStack({ extend: (app) => registerDocuments(app, folder) });
  bare = await startStack({ extend: (app) => registerDocuments(app, join(folder, 'none')) });
});
afterAll(async () => {
  await stack.close();
  await bare.close();
  rmSync(folder, { recursive: true });
});

const open = (url: string, headers: Record<string, string> = {}, on = stack, method: 'GET' | 'HEAD' = 'GET') =>
  on.app.inject({ method, url, headers });

test.each([
  ['/docs/index.html', 'index.html', 'text/html; charset=utf-8'],
  ['/docs/start/first-bot', 'start/first-bot.html', 'text/html; charset=utf-8'],
  ['/docs/start/first-bot.html?utm_source=x', 'start/first-bot.html', 'text/html; charset=utf-8'],
  ['/docs/internals/adr/0001-a', 'internals/adr/0001-a.html', 'text/html; charset=utf-8'],
  ['/docs/site/pages.css', 'site/pages.css', 'text/css; charset=utf-8'],
  ['/llms.txt', 'llms.txt', 'text/plain; charset=utf-8'],
  ['/llms-full.txt', 'llms-full.txt', 'text/plain; charset=utf-8'],
] as const)('documents: %s is %s of the build [V13]', async (url, file, type) => {
  const { statusCode, headers, body } = await open(url);
  expect([statusCode, headers['content-type'], body]).toEqual([200, type, BUILD[file]]);
  const head = await open(url, {}, stack, 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, headers['content-length'], '']);
});

test('documents: are packed, revalidated by their mark, and may ask no other host and run nothing inline', async () => {
  const packed = await open('/docs/start/first-bot', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
  });
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(BUILD['start/first-bot.html']);
  const mark = String(packed.headers['etag']);
  const again = await open('/docs/start/first-bot', { 'accept-encoding': 'gzip, br', 'if-none-match': mark });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const policy = String(packed.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(packed.headers['access-control-allow-origin']).toBeUndefined();
});

test.each(['/docs/reference/api.html', '/docs/reference/api'])(
  'documents: %s leads to the venue’s own API',
  async (url) => expect(await open(url)).toMatchObject({ statusCode: 308, headers: { location: '../../docs' } }),
);

test('documents: the API stays where it was', async () => {
  expect((await open('/docs')).body).toContain('<title>Bellwether API</title>');
  expect((await open('/docs/docs.js')).statusCode).toBe(200);
});

test('documents: a page that is not there is told to browsers on a page, and to programs in JSON', async () => {
  const page = await open('/docs/start/deep/none', BROWSER);
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.body).toBe('<h1>There is no such page</h1><a href="../../index.html">');
  expect((await open('/docs/start/none', {})).json()).toMatchObject({ code: 'route_not_found' });
});

test.each([
  '/docs/.built-from',
  '/docs/site/.built-from',
  '/docs/site/..%2f.built-from',
  '/docs/start/..%2f..%2f..%2fpackage.json',
  '/docs/start/%00',
  '/docs/start/',
  '/docs//start',
  '/docs/site/../.built-from',
])('documents: %s is no file of them', async (url) => {
  const { statusCode, body } = await open(url, BROWSER);
  expect(body).not.toContain('secret');
  expect(statusCode).toBeGreaterThanOrEqual(400);
});

test.each(['/llms.txt', '/llms-full.txt', '/docs/index.html', '/docs/start/first-bot'])(
  'documents: %s is there to be read, and other methods are told so',
  async (url) => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const { statusCode, headers } = await stack.app.inject({ method, url });
      expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  },
);

test('documents: without a build there are none, and the API is there', async () => {
  for (const url of ['/docs/index.html', '/docs/start/first-bot', '/llms.txt'])
    expect([url, (await open(url, BROWSER, bare)).statusCode]).toEqual([url, 404]);
  expect((await open('/docs', BROWSER, bare)).statusCode).toBe(200);
});

test('documents: what their addresses count stands in the documentation', () => {
  const costs = readFileSync(join(import.meta.dirname, '../../../../../docs/internals/costs.md'), 'utf8');
  for (const { path, cost } of Object.values(DOCUMENT_ROUTES))
    expect(costs).toContain(`\n| \`${path}\` | ${costText(cost)} `);
});
