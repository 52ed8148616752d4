import { catalogId, marketId, pseudonym } from '@bellwether/engine';
import { anyText, forAllAsync } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createCatalogVenue } from '../project/catalog-venue.testing.ts';
import {
  COUNTED_MAX,
  eventCounts,
  RANKED_MAX,
  searchEvents,
  searchProfiles,
  searchTags,
  searchWords,
} from './search.ts';

const venue = createCatalogVenue();
const FIRST = { limit: 10, offset: 0 };

async function addEvent(body: object): Promise<number> {
  await venue.addEvent(body);
  return venue.state.lastCatalogIds.event;
}

const inDescription = await addEvent({ title: 'Rates', description: 'What the Zürich bank decides', markets: [] });
const mayor = [{ question: 'Who wins?' }];
const inTitle = await addEvent({ title: 'Zürich mayor', tags: ['City Politics'], markets: mayor });
const team = [{ question: 'Does the ZURICH team win?', groupItemTitle: 'Blues' }];
const inMarket = await addEvent({ title: 'Cup', tags: ['Sports', 'City Politics'], closed: true, markets: team });
afterAll(() => venue.close());

const found = async (text: string, status?: 'active' | 'closed' | 'resolved') =>
  (await searchEvents(venue.database, text, status, FIRST)).ids;

test('search: the title counts most, accents and case do not count', async () => {
  expect(await found('zurich')).toEqual([inTitle, inMarket, inDescription]);
  expect(await found('ZÜRICH')).toEqual([inTitle, inMarket, inDescription]);
});

test('search: all words have to occur, the last may be a beginning [K22]', async () => {
  expect([await found('zurich may'), await found('may zurich')]).toEqual([[inTitle], []]);
  expect(await found('zur')).toHaveLength(3);
  expect([await found('urich'), await found('blues')]).toEqual([[], [inMarket]]);
  expect(await found('city politics')).toEqual(expect.arrayContaining([inTitle, inMarket]));
});

test('search: status restricts, and its own words cannot be found', async () => {
  expect(await found('zurich', 'closed')).toEqual([inMarket]);
  expect(await found('zurich', 'active')).toEqual([inTitle, inDescription]);
  expect([await found('zurich', 'resolved'), await found('isactive')]).toEqual([[], []]);
});

test('search: a change of text or flags shows at once', async () => {
  const markets = [{ question: 'Old wording?', groupItemTitle: 'Kept', slug: 'm' }];
  const id = await addEvent({ title: 'Before', slug: 'changing', markets });
  const market = marketId(venue.state.markets.length - 1);
  await venue.submit({ kind: 'UpdateCatalogEvent', catalogEvent: catalogId(id), changes: { title: 'Afterwards' } });
  await venue.submit({ kind: 'UpdateMarket', market, changes: { question: 'New phrasing?' } });
  expect([await found('before'), await found('wording')]).toEqual([[], []]);
  expect([await found('afterwards phrasing kept'), await found('afterwards', 'resolved')]).toEqual([[id], []]);
  await venue.submit({ kind: 'ResolveMarket', market, payouts: [10_000, 0] });
  expect(await found('afterwards', 'resolved')).toEqual([id]);
  await venue.submit({ kind: 'UpdateCatalogEvent', catalogEvent: catalogId(id), changes: { closed: true } });
  expect([await found('afterwards', 'closed'), await found('afterwards', 'active')]).toEqual([[id], []]);
});

test('search: tags are found by label and slug, with how many events carry them', async () => {
  const { ids } = await searchTags(venue.database, 'politics', FIRST);
  expect(ids).toHaveLength(1);
  expect(await eventCounts(venue.database, [{ id: ids[0] ?? 0, slug: 'city-politics' }])).toEqual(
    new Map([[ids[0], 2]]),
  );
  expect((await searchTags(venue.database, 'city-pol', FIRST)).ids).toEqual(ids);
});

test('search: names are found only while they are public, pseudonyms always [E26]', async () => {
  const address = `0x${'7b'.repeat(20)}`;
  const depositWallet = `0x${'7c'.repeat(20)}`;
  await venue.submit({ kind: 'OpenAccount', address, depositWallet, startingBalance: 0 } as never);
  const account = [...venue.state.accountsByAddress.values()][0] ?? expect.unreachable('there is no account');
  const profiles = async (text: string) => (await searchProfiles(venue.database, text, FIRST)).ids;
  expect(await profiles(pseudonym(address))).toEqual([account]);
  await venue.submit({ kind: 'UpdateProfile', account, changes: { name: 'Wilhelmina' } });
  expect(await profiles('wilhel')).toEqual([account]);
  await venue.submit({ kind: 'UpdateProfile', account, changes: { displayUsernamePublic: false } });
  expect([await profiles('wilhel'), await profiles(pseudonym(address))]).toEqual([[], [account]]);
  await venue.submit({ kind: 'UpdateProfile', account, changes: { displayUsernamePublic: true } });
  expect(await profiles('wilhel')).toEqual([account]);
  // Names hidden by today's rules are not shown, and not found either.
  for (const [name, word] of Object.entries({ 'Wilhelmina Support': 'wilhel', 'Keen-Pebble': 'pebble' })) {
    venue.force({ kind: 'ProfileUpdated', account, changes: { name } });
    expect([name, await profiles(word)]).toEqual([name, []]);
  }
  expect(await profiles(pseudonym(address))).toEqual([account]);
});

test('search: no text is a mistake in the query language [K22]', async () => {
  const words = 'NEAR AND OR NOT title é \u0301 漢 𞤀'.split(' ');
  const queries = fc.array(fc.constantFrom(...[...'"\'*():^-+{}\u0000 ', ...words])).map((parts) => parts.join(''));
  const text = fc.oneof(anyText(40), queries);
  await forAllAsync(300, [text, fc.constantFrom(undefined, 'active', 'closed', 'resolved')], async (q, status) => {
    const { ids, counted } = await searchEvents(venue.database, q, status, FIRST);
    expect(ids.length).toBe(Math.min(counted, 10));
    if (searchWords(q).length === 0) expect(counted).toBe(0);
  });
});

test('search: pages of more than is counted follow each other without gap or repetition', async () => {
  const total = COUNTED_MAX + 250;
  insertTitles(1_000_000, total, () => 'Common');
  const all: number[] = [];
  for (let offset = 0; offset < total; offset += 90) {
    const { ids, counted, hasMore } = await searchEvents(venue.database, 'common', 'active', { limit: 90, offset });
    expect(counted).toBe(COUNTED_MAX + 1);
    all.push(...ids);
    expect(hasMore).toBe(all.length < total);
  }
  expect(all).toEqual(Array.from({ length: total }, (_, index) => 1_000_000 + total - 1 - index));
});

test('search: the newest matches are ranked, the rest follows by age', async () => {
  const total = RANKED_MAX + 20;
  const best = [2_000_000, 2_000_000 + 30, 2_000_000 + 40];
  insertTitles(2_000_000, total, (index) => (best.includes(2_000_000 + index) ? 'Sparrow' : ''), 'sparrow');
  const { ids } = await searchEvents(venue.database, 'sparrow', undefined, { limit: total, offset: 0 });
  // The oldest of the three is not among the ranked matches.
  expect([ids.slice(0, 3), ids.at(-1)]).toEqual([[2_000_040, 2_000_030, 2_000_000 + total - 1], 2_000_000]);
  expect(new Set(ids).size).toBe(total);
});

test('search: titles come before markets, markets before tags and the rest, whatever their case and accents', async () => {
  const texts = { title: '', description: '', questions: '', tags: '' };
  const rows = [
    { ...texts, title: 'Éphémère dawn' },
    { ...texts, questions: 'Will the EPHEMERE dawn?' },
    { ...texts, tags: 'ephemere dawning' },
    { ...texts, description: 'ephemere dawn' },
    // Both words occur, but not in the same field.
    { ...texts, title: 'Ephemere', questions: 'dawn' },
  ];
  rows.forEach((row, index) => {
    const insert = 'INSERT INTO event_text (rowid, title, questions, tags, description) VALUES (?, ?, ?, ?, ?)';
    const { title, questions, tags, description } = row;
    venue.store.prepare(insert).run(4_000_000 + index, title, questions, tags, description);
  });
  const { ids } = await searchEvents(venue.database, 'ephémere daw', undefined, FIRST);
  expect(ids.map((id) => id - 4_000_000)).toEqual([0, 1, 2, 4, 3]);
});

test('search: a long word that many have is not taken for a beginning as well', async () => {
  insertTitles(3_000_000, COUNTED_MAX, () => 'Lighthouse');
  insertTitles(3_100_000, 1, () => 'Lighthouses');
  const first = async () => (await searchEvents(venue.database, 'lighthouse', undefined, FIRST)).ids[0];
  expect(await first()).toBe(3_100_000);
  insertTitles(3_050_000, 1, () => 'Lighthouse');
  expect(await first()).toBe(3_050_000);
});

function insertTitles(first: number, count: number, titleOf: (index: number) => string, description = ''): void {
  const insert = venue.store.prepare('INSERT INTO event_text (rowid, title, description, status) VALUES (?, ?, ?, ?)');
  venue.store.exec('BEGIN');
  for (let index = 0; index < count; index += 1) insert.run(first + index, titleOf(index), description, 'isactive');
  venue.store.exec('COMMIT');
}
