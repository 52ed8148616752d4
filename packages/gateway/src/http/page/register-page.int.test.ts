/** The page as the gateway serves it: files, the entry point, protection, and the previews of shared links. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type ActLog, capTable, costText, type Venue } from '@bellwether/contract';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { PictureThread } from '@bellwether/venue/threads/pictures/picture-thread.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { PageBanner } from '../extension.ts';
import { venueLook } from '../looks/venue-look.ts';
import { in10 } from '../testing/capped-requests.ts';
import { ADMIN_TOKEN, type Stack, type StackOptions, startStack } from '../testing/stack.ts';
import { admin, send } from '../testing/trader.ts';
import { PAGE_ROUTES, registerPage } from './register-page.ts';
import { SHARE_ROUTES } from './register-share.ts';

const INDEX = `<!doctype html><html lang="en"><head><title>Bellwether</title>
    <!--share-->
    <script type="module" crossorigin src="/app/assets/index-a1.js"></script>
  </head><body><div id="root"></div></body>`;
const MANIFEST = {
  'index.html': { file: 'assets/index-a1.js' },
  'src/pages/home-page.tsx': {
    file: 'assets/home-b2.js',
    css: ['assets/home-b2.css'],
    imports: ['index.html', '_shared.js'],
  },
  'src/sandbox/sandbox-bar.tsx': { file: 'assets/bar-d4.js', css: ['assets/bar-d4.css'], imports: ['index.html'] },
  '_shared.js': { file: 'assets/shared-c3.js', imports: ['src/pages/home-page.tsx'] },
};
const SCRIPT = 'export {};';
const TITLE = 'Who "wins" <b>& more?';

const folder = mkdtempSync(join(tmpdir(), 'bellwether-page-'));
const pictures = new PictureThread(MACHINE.timers);
/** A picture thread that no longer draws. */
const noPictures = new PictureThread(MACHINE.timers);

const startPage = (options: StackOptions = {}, of = folder, drawnBy = pictures, banner: PageBanner | null = null) =>
  startStack({
    ...options,
    extend: (app, dependencies) =>
      registerPage(app, dependencies.reader, drawnBy, MACHINE.clock, of, () => venueLook(dependencies), banner),
  });

const addEvent = async (on: Stack, payload: object) => {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const added = await on.app.inject({ method: 'POST', url: '/admin/events', headers, payload });
  expect(added.statusCode).toBeLessThan(300);
  return added;
};

await noPictures.close();
mkdirSync(join(folder, 'assets'));
const write = (name: string, bytes: string | Buffer): void => writeFileSync(join(folder, name), bytes);
mkdirSync(join(folder, '.vite'));
write('.vite/manifest.json', JSON.stringify(MANIFEST));
write('index.html', INDEX);
write('theme.js', SCRIPT);
write('assets/index-a1.js', SCRIPT);
write('assets/index-a1.js.br', brotliCompressSync(SCRIPT));
write('assets/index-a1.js.gz', gzipSync(SCRIPT));
write('.built-from', 'secret');
const stack = await startPage();
const bare = await startPage({}, join(folder, 'nothing'), noPictures);
const added = await addEvent(stack, {
  slug: 'who-wins',
  title: TITLE,
  description: 'One does.',
  markets: [{ slug: 'ann-wins', question: 'Does Ann win?', groupItemTitle: 'Ann', outcomes: ['Yes', 'No'] }],
});
const conditionId = (added.json() as { markets: [{ conditionId: string }] }).markets[0].conditionId;
afterAll(async () => {
  await stack.close();
  await bare.close();
  await pictures.close();
  rmSync(folder, { recursive: true });
});

const open = (url: string, headers: Record<string, string> = {}, on = stack) =>
  on.app.inject({ method: 'GET', url, headers });
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const told = (headers: Readonly<Record<string, unknown>>) => [headers['content-type'], headers['cache-control']];

test('page: addresses that compute count work, and what they read on top of it', async () => {
  const capped = await startPage({ limits: capTable({ work: in10(100) }) });
  onTestFinished(() => capped.close());
  await addEvent(capped, { slug: 'rain', title: 'Rain', markets: [{ slug: 'rain-today', question: 'Will it rain?' }] });
  const left = async (url: string) =>
    /"work";r=([0-9]+)/.exec(String((await open(url, BROWSER, capped)).headers['ratelimit']))?.[1];
  capped.reader.cpuMs = 20;
  expect(await left('/app/portfolio')).toBe('99');
  // Reading an event takes 20 ms, plus three tenths for overhead around it, plus half a millisecond: 27 units, not 3.
  expect([await left('/app/event/rain'), await left('/app/event/rain')]).toEqual(['96', '69']);
  // The same request a moment later reads nothing.
  expect([await left('/app/market/rain-today'), await left('/app/')]).toEqual(['66', '39']);
  expect([await left('/app/assets/index-a1.js'), await left('/app')]).toEqual(['14', undefined]);
});

test('page: the venue’s name and currency are text wherever they stand', async () => {
  const named = await startPage();
  onTestFinished(() => named.close());
  Object.assign(named.dependencies.settings, { name: '"><script>1</script>', currency: "'" });
  const { body } = await open('/app/portfolio', BROWSER, named);
  expect(body).not.toContain('<script>1');
  const name = '&#34;&#62;&#60;script&#62;1&#60;/script&#62;';
  expect(body).toContain(`<html lang="en" data-name="${name}" data-currency="&#39;"`);
  expect(body).toContain(`<title>${name}: a prediction market</title>`);
  expect(body).toContain(`<span class="brand__name">${name}</span>`);
  // By default the page is as it was built.
  expect((await open('/app/portfolio', BROWSER)).body).toContain('<html lang="en">');
});

test('page: what its addresses count stands in the documentation', () => {
  const costs = readFileSync(join(import.meta.dirname, '../../../../../docs/internals/costs.md'), 'utf8').replaceAll(
    / +/g,
    ' ',
  );
  for (const route of Object.values({ ...PAGE_ROUTES, ...SHARE_ROUTES }))
    if ('cost' in route) expect(costs).toContain(`\n| \`${route.path}\` | ${costText(route.cost)} `);
});

test('page: a browser that opens the venue is sent there, an API client gets the health answer', async () => {
  expect(await open('/', BROWSER)).toMatchObject({ statusCode: 302, headers: { location: '/app/', vary: 'accept' } });
  for (const accept of ['*/*', 'application/json'])
    expect(await open('/', { accept })).toMatchObject({ statusCode: 200, body: '"OK"' });
  expect(await open('/app', BROWSER)).toMatchObject({ statusCode: 302, headers: { location: '/app/' } });
});

for (const url of ['/app/?sort=new&utm_source=x', '/app/portfolio', '/app/event/no-such-event', '/app/a/b/c'])
  test(`page: ${url} is the page itself, which finds its own way`, async () => {
    const { statusCode, headers, body } = await open(url, BROWSER);
    expect([statusCode, ...told(headers)]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
    expect(body).toContain('<title>Bellwether: a prediction market</title>');
    expect(body).not.toContain('<!--share-->');
  });

test('page: a banner is on every view, and nothing of it on those of other venues', async () => {
  const banner = { attribute: 'data-trial', html: '<aside>TRIAL</aside>', module: 'src/sandbox/sandbox-bar.tsx' };
  const bannered = await startPage({}, folder, pictures, banner);
  onTestFinished(() => bannered.close());
  for (const url of ['/app/', '/app/portfolio', '/app/market/none']) {
    const { body } = await open(url, BROWSER, bannered);
    expect(body).toContain('<html lang="en" data-trial>');
    // The bar is in place before any script runs, so that nothing moves when the page loads.
    expect(body).toContain('<div class="shell"><aside>TRIAL</aside><header');
    expect(body.match(/bar-d4\.(?:js|css)/g)).toEqual(['bar-d4.js', 'bar-d4.css']);
    const other = (await open(url, BROWSER)).body;
    expect(other).toContain('<html lang="en">');
    expect(other).not.toMatch(/trial|bar-d4/i);
  }
});

test('page: nothing but this server and pictures may be asked, and nothing inline runs [W19 W27]', async () => {
  const { headers } = await open('/app/', { ...BROWSER, host: 'venue.example:8080' });
  const policy = String(headers['content-security-policy']);
  const connect = "connect-src 'self' ws://venue.example:8080 wss://venue.example:8080;";
  const parts = ["default-src 'none'", "script-src 'self';", "style-src 'self';", "img-src 'self' data:;", connect];
  for (const part of parts) expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe|\*|https:/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['access-control-allow-origin']).toBeUndefined();
});

test('page: a host that is none gets into no header', async () => {
  const { headers } = await open('/app/', { ...BROWSER, host: 'a; script-src *' });
  expect(String(headers['content-security-policy'] ?? '')).not.toContain('script-src *');
});

test('page: hashed files are kept for ever and come packed as the browser likes', async () => {
  const plain = await open('/app/assets/index-a1.js');
  expect([plain.statusCode, plain.body, plain.headers['content-encoding']]).toEqual([200, SCRIPT, undefined]);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const encodings = ['br, gzip', 'gzip', 'gzip;q=0, br;q=0', 'identity'];
  const answers = await Promise.all(
    encodings.map((each) => open('/app/assets/index-a1.js', { 'accept-encoding': each })),
  );
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined, undefined]);
  expect(answers.every(({ headers }) => headers['vary'] === 'accept-encoding')).toBe(true);
  expect((await open('/app/theme.js')).headers['cache-control']).toBe('no-cache');
});

test.each(['assets/none.js', 'none.js'])('page: a file that is not there is a plain 404: %s', async (name) =>
  expect(await open(`/app/${name}`)).toMatchObject({ statusCode: 404, headers: { 'content-type': /json/ } }),
);

for (const name of ['.built-from', '..%2f..%2fpackage.json', 'assets/..%2f.built-from', 'assets/index-a1.js.br'])
  test(`page: ${name} is no file of it`, async () => {
    const { body, statusCode } = await open(`/app/${name}`, BROWSER);
    expect(body).not.toContain('secret');
    expect(statusCode === 404 || body.startsWith('<!doctype html>')).toBe(true);
  });

test('page: without a build the venue is an API alone', async () => {
  expect(await open('/', BROWSER, bare)).toMatchObject({ statusCode: 200, body: '"OK"' });
  expect(await open('/app/', BROWSER, bare)).toMatchObject({ statusCode: 404 });
});

test('first view: home, an event and a market are there before any script, as text and links [Q3]', async () => {
  const home = (await open('/app/', BROWSER)).body;
  expect(home).toContain('<a href="/app/event/who-wins">Who &#34;wins&#34; &#60;b&#62;&#38; more?</a>');
  expect(home).not.toContain('<b>');
  const event = (await open('/app/event/who-wins', BROWSER)).body;
  expect(event).toContain('<h1>Who &#34;wins&#34; &#60;b&#62;&#38; more?</h1><p class="soft">One does.</p>');
  expect(event).toContain('<a href="/app/market/ann-wins">Ann</a>');
  expect((await open('/app/market/ann-wins', BROWSER)).body).toContain('<h1>Does Ann win?</h1>');
  for (const url of ['/app/?sort=new', '/app/portfolio', '/app/event/none'])
    expect((await open(url, BROWSER)).body).toContain('<main class="main"></main>');
});

test('first view: of a large event or a long text it has what a screen shows, whatever the venue keeps', async () => {
  const markets = Array.from({ length: 100 }, (_, index) => ({
    slug: `candidate-${index}`,
    question: `Does candidate ${index} win?`,
    ...(index === 1 && { description: '语'.repeat(20_000) }),
  }));
  await addEvent(stack, { slug: 'crowd', title: 'A crowd', description: '语'.repeat(20_000), markets });
  const event = (await open('/app/event/crowd', BROWSER)).body;
  expect(event.match(/<li>/g)).toHaveLength(30);
  expect(event.length).toBeLessThan(10_000);
  const market = (await open('/app/market/candidate-1', BROWSER)).body;
  expect(market).toContain('语语…</p>');
  expect(market.length).toBeLessThan(10_000);
});

test('first view: the parts of a page are fetched at once, those of every page once [Q3]', async () => {
  const { body } = await open('/app/', BROWSER);
  expect(body.match(/home-b2\.(?:js|css)/g)).toEqual(['home-b2.js', 'home-b2.css']);
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/app/assets/shared-c3.js">');
  expect(body.match(/index-a1\.js/g)).toHaveLength(1);
  expect((await open('/app/portfolio', BROWSER)).body).not.toContain('home-b2');
});

test('first view: is packed for clients that take it', async () => {
  const plain = await open('/app/', BROWSER);
  const packed = await open('/app/', { ...BROWSER, 'accept-encoding': 'gzip, deflate, br' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
});

for (const url of ['/share/event/who-wins.png', '/share/market/ann-wins.png'])
  test(`picture: ${url} is a PNG of the size that links are told`, async () => {
    const { statusCode, headers, rawPayload } = await open(url);
    expect([statusCode, ...told(headers)]).toEqual([200, 'image/png', 'public, max-age=300']);
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1_200, 630]);
    expect((await open(url)).rawPayload.equals(rawPayload)).toBe(true);
  });

test('picture: one that cannot be drawn now is none for the moment, and no one is over a cap', async () => {
  await addEvent(bare, { slug: 'who-wins', title: TITLE, markets: [{ question: 'Does Ann win?' }] });
  const { statusCode, headers } = await open('/share/event/who-wins.png', {}, bare);
  expect([statusCode, headers['retry-after']]).toEqual([503, '10']);
});

for (const url of [
  '/share/event/none.png',
  '/share/market/..%2f.png',
  '/share/other/who-wins.png',
  '/share/event/who-wins',
])
  test(`picture: ${url} is none`, async () => expect((await open(url)).statusCode).toBe(404));

test('embed: one page may be framed, and it can do nothing but read; all others may not [Q7]', async () => {
  const { headers, body } = await open('/embed/market/ann-wins', BROWSER);
  expect(body).toContain('Does Ann win?');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain('frame-ancestors *');
  expect(policy).toContain("form-action 'none'");
  expect(body).not.toMatch(/<(?:form|input|button|iframe)/);
  for (const url of ['/app/', '/app/market/ann-wins', '/app/portfolio'])
    expect((await open(url, BROWSER)).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect((await open('/embed/market/none', BROWSER)).statusCode).toBe(404);
});

test('share: a catalog that cannot be read keeps the page from no one', async () => {
  // Uses a name that was not requested recently, so that no cached answer exists.
  const reader = stack.reader as { broken: boolean };
  reader.broken = true;
  const { statusCode, body } = await open(`/app/market/${conditionId}`, BROWSER);
  reader.broken = false;
  expect([statusCode, body.includes('Bellwether: a prediction market')]).toEqual([200, true]);
  expect((await send(stack, 'GET', '/events/slug/who-wins')).status).toBe(200);
});

test('share: an event and a market show what they are, as text, and their address', async () => {
  const { body } = await open('/app/event/who-wins', { ...BROWSER, host: 'venue.example' });
  expect(body).toContain('<meta property="og:title" content="Who &#34;wins&#34; &#60;b&#62;&#38; more?" />');
  expect(body).toContain('<meta property="og:url" content="http://venue.example/app/event/who-wins" />');
  expect(body).not.toContain('<b>');
  const market = await open('/app/market/ann-wins', BROWSER);
  expect(market.body).toContain('<title>Does Ann win? · Bellwether</title>');
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>top.location = "//evil.example"</script></svg>';
const LOGO = `data:image/svg+xml;base64,${btoa(SVG)}`;

test('looks: what the operator sets holds at once, everywhere, as text; the log says what was before', async () => {
  const own = await startPage();
  onTestFinished(() => own.close());
  Object.assign(own.dependencies.settings, { accent: '#00aa00', terms: 'Of the file.' });
  const set = (body: object) => admin(own, 'PUT', '/admin/looks', body);
  const get = (url: string, headers = {}) => own.app.inject({ url, headers });
  expect((await get('/app/logo')).statusCode).toBe(404);
  expect((await get('/app/terms.txt')).body).toBe('Of the file.');

  const welcome = '<img src=x onerror=alert(1)>\n\n"Hello"';
  // Two operators at once: each has the fields that they name.
  const both = await Promise.all([
    set({ name: 'Tern Bay', welcome, reason: 'New season' }),
    set({ currency: 'acorns', logo: LOGO, accent: '#ffffff', terms: 'Be kind.' }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { body: venue } = await send(own, 'GET', '/venue');
  expect(venue).toMatchObject({ name: 'Tern Bay', currency: 'acorns', looks: { accent: '#ffffff', welcome } });
  const { logo, terms } = (venue as Venue).looks;
  expect([logo, terms]).toEqual([
    expect.stringMatching(/^\/app\/logo\?v=/),
    expect.stringMatching(/^\/app\/terms\.txt\?v=/),
  ]);
  const { body } = await open('/app/portfolio', BROWSER, own);
  expect(body).not.toContain('<img src=x');
  expect(body).toContain('data-welcome="&#60;img src=x');
  expect(body).toContain(`<img class="brand__logo" src="${logo}" alt="" />`);
  expect(body).toMatch(/data-tints="--accent: light-dark\(#[0-9a-f]{6}, #ffffff\); --accent-strong: /);
  expect((await get('/feeds/atom/events.atom')).body).toContain('<name>Tern Bay</name>');

  const picture = await get(logo);
  expect(picture).toMatchObject({ statusCode: 200, body: SVG });
  expect(picture.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'cache-control': 'no-cache',
  });
  expect((await get(logo, { 'if-none-match': picture.headers.etag })).statusCode).toBe(304);
  expect((await get(terms)).headers['content-type']).toBe('text/plain; charset=utf-8');

  const refused = await set({ name: 'Other', accent: 'white' });
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.objectContaining({ error: expect.stringMatching(/^accent must/) }),
  ]);
  expect((await set({ colour: 'red' })).status).toBe(400);
  // Null leaves the word to the file again.
  expect(await set({ terms: null, accent: null })).toMatchObject({ body: { name: 'Tern Bay', accent: '#00aa00' } });
  expect((await get('/app/terms.txt')).body).toBe('Of the file.');
  const { acts } = (await admin(own, 'GET', '/admin/log?kind=SetLooks')).body as ActLog;
  expect(acts.map(({ before, after, reason }) => `${before} -> ${after} (${reason})`)).toEqual([
    'terms: Be kind., accent: #ffffff -> terms: null, accent: null ()',
    ...[expect.stringContaining('logo: null'), expect.stringContaining('(New season)')],
  ]);
});

test('looks: the sign-in page of a venue for members has name and logo, and everyone may read its terms', async () => {
  const closed = await startPage({ reads: 'members', join: 'invite' });
  onTestFinished(() => closed.close());
  await admin(closed, 'PUT', '/admin/looks', { name: 'Inner Circle', logo: LOGO, terms: 'Be kind.' });
  const { body } = await open('/app/', BROWSER, closed);
  expect(body).toContain('<span class="brand__name">Inner Circle</span>');
  const [logo = '', terms = ''] = ['logo', 'terms'].map((mark) => new RegExp(`data-${mark}="(\\S+)"`).exec(body)?.[1]);
  expect(await closed.app.inject({ url: logo })).toMatchObject({ statusCode: 200, body: SVG });
  expect(await closed.app.inject({ url: terms })).toMatchObject({ statusCode: 200, body: 'Be kind.' });
  await admin(closed, 'PUT', '/admin/looks', { logo: null, terms: null });
  expect((await admin(closed, 'GET', '/venue')).body).toMatchObject({ looks: { logo: '', terms: '' } });
  expect((await closed.app.inject({ url: '/app/terms.txt' })).statusCode).toBe(404);
});
