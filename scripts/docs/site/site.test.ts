/** The static pages of the documents: what they are made of, what they refuse, and what their search finds. */
import vm from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../packages/contract/src/index.ts';
import { readIndex } from '../generated.ts';
import { buildSite, checkLinks, type Site } from './build.ts';
import { renderMarkdown } from './markdown.ts';
import { listPages } from './pages.ts';

let site: Site;
let html: readonly (readonly [string, string])[];
beforeAll(async () => {
  site = await buildSite('/docs/');
  html = [...site.files].flatMap(([path, content]) =>
    path.endsWith('.html') ? [[path, String(content)] as const] : [],
  );
});
const fileOf = (path: string): string => String(site.files.get(path));
const render = (markdown: string) => renderMarkdown(markdown, (href) => href);

test('pages: the same documents give the same bytes', async () => {
  const again = await buildSite('/docs/');
  expect([...again.files.keys()]).toEqual([...site.files.keys()]);
  const differing = [...again.files].filter(
    ([path, content]) => !Buffer.from(content).equals(Buffer.from(site.files.get(path) ?? '')),
  );
  expect(differing).toEqual([]);
});

test('pages: each document of the index has one, with all others at its side', () => {
  const listed = readIndex().flatMap(({ links }) => links);
  // The decisions have pages, too, which the index does not list.
  expect(html.length).toBeGreaterThan(listed.length + 20);
  for (const { title, answers } of listed) {
    const pages = html.filter(([, text]) => text.includes(`<title>${title} · Bellwether</title>`));
    expect(
      pages.map(([, text]) => text.includes(`<meta name="description" content="${answers.replaceAll("'", '&#39;')}">`)),
    ).toEqual([true]);
    const [[path, text] = ['', '']] = pages;
    expect([path, text.match(/<li><a href="[^"]+" aria-current="page">/g)?.length]).toEqual([path, 1]);
    expect(text.match(/<nav id="pages".*?<\/nav>/s)?.[0].match(/<li>/g)).toHaveLength(listed.length + 1);
  }
  expect(fileOf('start/first-bot.html')).toContain(
    '<a rel="prev" href="first-venue.html"><small>Previous</small>Your first venue</a>',
  );
});

test('pages: a document that is listed nowhere stops the build and is named', () => {
  const without = readIndex().map((section) => ({
    ...section,
    links: section.links.filter(({ path }) => path !== 'start/first-bot.md'),
  }));
  expect(() => listPages(without)).toThrow('docs/start/first-bot.md is listed neither in docs/README.md');
});

test('pages: no page has a script or a style inside, and each names a policy that allows neither', () => {
  for (const [path, text] of html) {
    expect([path, /<script(?![^>]* src="[^":]+")|<style| style=| on[a-z]+="|javascript:/.exec(text)]).toEqual([
      path,
      null,
    ]);
    expect(text).toContain("content=\"default-src 'none'; script-src 'self'; style-src 'self'");
  }
});

test.each([
  ['none.html', 'none.html'],
  ['#nothing', '#nothing'],
  ['b.html#c', 'b.html#c'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('pages: a link to %s, which is not there, stops the build and is named', (href, told) => {
  const files = (to: string) =>
    new Map([
      ['a.html', `<h2 id="here"></h2><a href="${to}">`],
      ['b.html', ''],
    ]);
  checkLinks(files('#here'));
  checkLinks(files('b.html'));
  checkLinks(files('https://example.org'));
  expect(() => checkLinks(files(href))).toThrow(`a.html links to ${told}, which does not exist`);
});

test('pages: links lead to pages, those to the tree of sources are text, pictures come along', () => {
  expect(fileOf('guides/deploy.html')).toContain('href="postgresql.html"');
  expect(fileOf('internals/reliability.html')).not.toContain('faults.ts"');
  expect(fileOf('start/first-venue.html')).toContain('<img src="../images/market-dark.png" alt="A market: ');
  expect(site.files.get('images/market-dark.png')).toBeInstanceOf(Buffer);
  expect(fileOf('guides/run-markets.html')).toContain('<a href="../reference/api.html">http://127.0.0.1:8080/docs</a>');
});

test('pages: the API has every route, at the anchor that the page with forms uses', () => {
  const text = fileOf('reference/api.html');
  const missing = ROUTES.filter(
    ({ method, path }) => !text.includes(`>${method} ${path.replace(/:([a-z_]+)/g, '{$1}')} <a`),
  );
  expect(missing).toEqual([]);
  expect(text).toContain('<h3 id="/Orders/placeOrder">POST /order ');
});

test('pages: llms.txt leads to the pages of a venue, and llms-full.txt has all documents', async () => {
  expect(fileOf('llms.txt')).toContain('](/docs/start/first-bot.html): ');
  expect(fileOf('llms.txt')).toContain('](/openapi.json): ');
  expect(String((await buildSite()).files.get('llms.txt'))).toContain('](start/first-bot.html): ');
  const full = fileOf('llms-full.txt');
  expect(full.match(/^<!-- \/docs\/\S+ -->$/gm)).toHaveLength(html.length - 2);
  expect(full).not.toMatch(/\]\([^):\s]+\.md[)#]/);
});

test('markdown: HTML is text, and its comments are left out', () => {
  const [section] = render(
    '# A <b>b</b>\n\n<!-- note -->\n\n<img src=x onerror=alert(1)>\n\nsee <script>x</script> & `<i>`\n\n```sh needs=network\n<u>\n```\n',
  );
  expect(section?.html).toBe(
    '<h1 id="a-bbb">A &#60;b&#62;b&#60;/b&#62;</h1>\n&#60;img src=x onerror=alert(1)&#62;<p>see &#60;script&#62;x&#60;/script&#62; &amp; <code>&lt;i&gt;</code></p>\n' +
      '<pre tabindex="0" data-language="sh"><code>&#60;u&#62;</code></pre>\n',
  );
  expect(section?.text).toBe('<img src=x onerror=alert(1)> see <script>x</script> & <i> <u>');
});

test('markdown: a heading has the anchor that GitHub gives it, a second one a number', () => {
  const ids = render(
    '# One\n## `BELLWETHER_PORT`, and more\n## Same\n## Same\n#### deeper\n### GET /x {#/Own/x}\n',
  ).map(({ id }) => id);
  expect(ids).toEqual(['one', 'bellwether_port-and-more', 'same', 'same-1', '/Own/x']);
});

test('markdown: addresses in links are escaped', () =>
  expect(render('[a](<x"y>)')[0]?.html).toBe('<p><a href="x&#34;y">a</a></p>\n'));

describe('search', () => {
  interface Hit {
    readonly href: string;
    readonly excerpt: string;
    readonly words: readonly string[];
  }
  let find: (words: string) => readonly Hit[];
  beforeAll(() => {
    const context = vm.createContext({});
    for (const name of ['search.js', 'sections.js']) vm.runInContext(fileOf(`site/${name}`), context);
    find = vm.runInContext('createSearch(SECTIONS)', context) as typeof find;
  });

  test.each([
    ['back up', 'guides/back-up-and-restore.html'],
    ['repeat a request', 'reference/requests.html'],
    ['place an order', 'reference/api.html'],
    ['BELLWETHER_PORT', 'reference/settings.html'],
    ['first bot', 'start/first-bot.html'],
    ['nginx', 'guides/behind-a-proxy.html'],
    ['post order', 'reference/api.html'],
    ['several node', 'guides/several-nodes.html'],
    ['resotre', 'guides/back-up-and-restore.html'],
    ['tick size', 'reference/trading-rules.html'],
  ])('search: %s is answered by %s', (words, path) =>
    expect(
      find(words)
        .slice(0, 4)
        .map(({ href }) => href.split('#')[0]),
    ).toContain(path),
  );

  test('search: shows the place of the words, at most three hits of a page, and nothing for what is nowhere', () => {
    const hits = find('idempotency');
    expect(hits.length).toBeGreaterThan(5);
    const pages = hits.map(({ href }) => href.split('#')[0]);
    expect(pages.filter((page) => page === pages[0]).length).toBeLessThanOrEqual(3);
    const [best] = find('signature worth');
    expect(best?.excerpt.length).toBeLessThan(200);
    expect(find('xylophone')).toHaveLength(0);
  });
});
