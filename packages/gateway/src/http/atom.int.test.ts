import { expect, test } from 'vitest';
import { escapeXml } from './atom/atom-document.ts';
import { openVenue } from './testing/open-venue.ts';
import { addMarket, admin, send } from './testing/trader.ts';

const stack = await openVenue();
await admin(stack, 'POST', '/admin/tags', { label: 'R & D' });
const TITLE = 'Is "a < b" & \'c\'?';
const first = await addMarket(stack, 'Is it first?', {}, { title: TITLE, slug: 'first', tags: ['r-d'] });
stack.time.nowMs += 60_000;
const second = await addMarket(stack, 'Is it <second>?', {}, { title: 'Second ]]> 🙂', slug: 'second' });
await addMarket(stack, 'Hidden?', {}, { title: 'Hidden', slug: 'hidden', active: false });

const feed = (path: string, headers = {}) => send(stack, 'GET', `/feeds/atom/${path}`, undefined, headers);

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const unescaped = (text: string): string => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** Reads XML strictly: everything that is not an element, an attribute, or text without markup throws. */
function parsed(xml: string): Element {
  const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';
  if (!xml.startsWith(declaration)) throw new Error('no declaration');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const rest = xml.slice(declaration.length);
  const token = /<(\/?)([a-z]+)((?: [a-z]+="(?:[^<&"]|&#\d+;)*")*)(\/?)>|((?:[^<>&]|&#\d+;)+)/gy;
  while (token.lastIndex < rest.length) {
    const at = token.lastIndex;
    const match = token.exec(rest);
    if (match === null) throw new Error(`not well-formed: ${rest.slice(at, at + 60)}`);
    const [, end, name = '', attributes = '', isEmpty, text] = match;
    const parent = open.at(-1) as Element;
    if (text !== undefined) parent.text += unescaped(text);
    else if (end === '/') {
      if (open.pop()?.name !== name) throw new Error(`${name} ends what it did not begin`);
    } else {
      const pairs = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        unescaped(value),
      ]);
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      parent.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  if (open.length > 1) throw new Error('something does not end');
  return root.children[0] as Element;
}

const of = (element: Element, name: string): Element[] => element.children.filter((child) => child.name === name);
const textOf = (element: Element, name: string): string | undefined => of(element, name)[0]?.text;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

test('atom: new questions are a valid feed, the latest first, without hidden ones', async () => {
  const { status, headers, text } = await feed('events.atom');
  expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  const root = parsed(text);
  expect([root.name, root.attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
  const entries = of(root, 'entry');
  expect(entries.map((entry) => textOf(entry, 'title'))).toEqual(['Second ]]> 🙂', TITLE]);
  // RFC 4287: what a feed and an entry must have, once.
  for (const element of [root, ...entries]) {
    for (const name of ['id', 'title', 'updated']) expect(of(element, name)).toHaveLength(1);
    expect(textOf(element, 'id')).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(textOf(element, 'updated')).toMatch(DATE);
  }
  expect(of(root, 'author')).toHaveLength(1);
  expect(new Set([root, ...entries].map((element) => textOf(element, 'id'))).size).toBe(3);
  expect(textOf(root, 'updated')).toBe(textOf(entries[0] as Element, 'updated'));
  expect(of(root, 'link').map(({ attributes: { rel, href } }) => [rel, href])).toEqual([
    ['self', 'http://localhost:80/feeds/atom/events.atom'],
    ['alternate', 'http://localhost:80/app/'],
  ]);
  expect(of(entries[1] as Element, 'link')[0]?.attributes['href']).toBe('http://localhost:80/app/event/first');
  expect(of(entries[1] as Element, 'category').map(({ attributes }) => attributes['term'])).toEqual(['R & D']);
});

test('atom: a tag has its own feed, and an unknown one is empty', async () => {
  const tagged = parsed((await feed('events.atom?tag=r-d')).text);
  expect(of(tagged, 'entry').map((entry) => textOf(entry, 'title'))).toEqual([TITLE]);
  const nothing = parsed((await feed('events.atom?tag=none')).text);
  expect([of(nothing, 'entry'), textOf(nothing, 'updated')]).toEqual([[], '1970-01-01T00:00:00Z']);
  expect(textOf(nothing, 'id')).not.toBe(textOf(tagged, 'id'));
  expect((await feed('events.atom?tags=r-d')).status).toBe(400);
});

test('atom: a result appears once it is decided, and a reader that has the feed gets 304', async () => {
  const before = await feed('results.atom');
  expect(of(parsed(before.text), 'entry')).toEqual([]);
  const etag = String(before.headers['etag']);
  const again = await feed('results.atom', { 'if-none-match': `"other", W/${etag}` });
  expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
  await admin(stack, 'POST', `/admin/markets/${first.conditionId}/resolve`, { payouts: ['1', '0'] });
  stack.time.nowMs += 60_000;
  await admin(stack, 'POST', `/admin/markets/${second.conditionId}/resolve`, { payouts: ['0.5', '0.5'] });
  const after = await feed('results.atom', { 'if-none-match': etag });
  expect(after.status).toBe(200);
  expect(of(parsed(after.text), 'entry').map((entry) => textOf(entry, 'title'))).toEqual([
    'Is it <second>?: Yes 0.5, No 0.5',
    'Is it first?: Yes',
  ]);
  const tagged = parsed((await feed('results.atom?tag=r-d')).text);
  expect(of(tagged, 'entry').map((entry) => textOf(entry, 'title'))).toEqual(['Is it first?: Yes']);
});

test('atom: characters that XML cannot write are left out', () => {
  expect(escapeXml('a\u0000\u001f\ud800b\n\t\ufffe<&>"\'\r')).toBe('a\ufffdb\n\t&#60;&#38;&#62;&#34;&#39;&#13;');
});
