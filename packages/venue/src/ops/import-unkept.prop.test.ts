/** Fields of records that an import does not keep: its notes name each with its place and how often it came. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recorded, unkeptOf, useImporting } from './testing/importing.ts';

const venueOf = useImporting();
const { importing } = venueOf;

type Json = { [name: string]: unknown };
const namedIn = (path: string, text: string): string[] =>
  unkeptOf(text).flatMap((line) => (line.startsWith(`${path} `) ? [line.slice(path.length + 1)] : []));

test('import: fields of a recorded market that are not kept are named, and the others are not [K24]', async () => {
  const market = await recorded<Json>('gamma_market');
  const text = await importing(market);
  const named = namedIn('markets', text).map((line) => line.replace(/ 1$/, ''));
  expect(named).toHaveLength(47);
  for (const name of ['feeType', 'volume1wk', 'umaResolutionStatuses', 'outcomePrices']) expect(named).toContain(name);
  expect(namedIn('markets.events.series', text)).toContain('commentCount 1');
  const { markets } = venueOf.venue.state;
  await venueOf.restart();
  // The category alone decides the fee of this record, and is not kept itself.
  await importing(Object.fromEntries(Object.entries(market).filter(([n]) => n === 'feeType' || !named.includes(n))));
  expect(venueOf.venue.state.markets).toEqual(markets);
});

test('import: of a listing, a price counts as kept only where it is shown [K24]', async () => {
  const page = await recorded<{ data: { closed: boolean; tokens: { winner: boolean }[] }[] }>('clob_markets_page');
  const lost = page.data.filter(({ closed, tokens }) => closed && tokens.every(({ winner }) => !winner));
  const text = await importing(page);
  expect(unkeptOf(text)).toEqual([
    `markets.tokens price ${2 * (page.data.length - lost.length)}`,
    'page next_cursor 1',
    'page limit 1',
    'page count 1',
  ]);
  const open = { ...page.data[0], closed: false };
  expect(unkeptOf(await importing(open))).toContain('markets.tokens winner 1');
});

test.each([
  [{ closed: false, umaResolutionStatus: 'resolved' }, ['umaResolutionStatus']],
  [{ closed: true, acceptingOrders: false, umaResolutionStatus: 'disputed' }, ['umaResolutionStatus']],
  [{ feeSchedule: { rate: 0.25, exponent: 2, rebateRate: 0.2 } }, ['rate', 'exponent', 'rebateRate']],
  [{ feeSchedule: { rate: 0.00001 } }, ['rate']],
  [{ feeSchedule: { rate: 0.03, exponent: 1, takerOnly: false } }, ['takerOnly']],
  [{ feeSchedule: 'none' }, ['feeSchedule']],
  [
    { gameId: 7, teams: [], closedTime: '2026-01-01 10:00:00+00', line: 0, score: '', nothing: null },
    ['gameId', 'teams', 'closedTime', 'line', 'score'],
  ],
  [{ 'a "b", (c)\u001b[1m': 1, __proto__x: 1 }, ['"a \\"b\\"', '(c)\\u001b[1m"', '__proto__x']],
])('import: of %j, %j are named [K24]', async (change, names) => {
  const market = await recorded<Json>('gamma_market');
  const [before, now] = [await importing(market), await importing({ ...market, ...change })].map(unkeptOf);
  const news = now?.filter((line) => before?.includes(line) === false) ?? [];
  expect(news.map((line) => line.replace(/^\S+ (.*) 1$/, '$1'))).toEqual(names);
});

/** Objects of a record that an import reads, with their places. */
function* objects(value: unknown, place: string): Generator<readonly [place: string, object: Json]> {
  if (Array.isArray(value)) for (const item of value) yield* objects(item, place);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  yield [place, value as Json];
  for (const [name, inner] of Object.entries(value)) yield* objects(inner, place === '' ? name : `${place}.${name}`);
}

test.each([
  ['gamma_event', 'events', ['events', 'events.markets', 'events.markets.clobRewards', 'events.tags']],
  ['gamma_market', 'markets', ['markets', 'markets.events', 'markets.events.series']],
  ['clob_market_open', 'markets', ['markets', 'markets.rewards', 'markets.tokens']],
  ['gamma_tags', 'tags', ['tags']],
])('import: a field added anywhere in %s is named with its place and count [K24]', async (name, kind, places) => {
  const file = await recorded<unknown>(name);
  const read = [...objects(file, kind)].map(([place]) => place).filter((place) => places.includes(place));
  expect(new Set(read)).toEqual(new Set(places));
  const added = fc.dictionary(
    fc.stringMatching(/^[a-zA-Z_][\w-]{0,12}$/).map((text) => `x_${text}`),
    fc.oneof(fc.constantFrom('', '[]', 0, false), fc.array(fc.integer()), fc.object()),
    { minKeys: 1, maxKeys: 3 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(read.length - 1), added), { minLength: 1, maxLength: 6 }),
      async (all) => {
        const changed: unknown = structuredClone(file);
        const targets = [...objects(changed, kind)].filter(([place]) => places.includes(place));
        const counts = new Map<string, number>();
        for (const [index, fields] of all) {
          const [place, target] = targets[index] ?? expect.unreachable('index');
          for (const [field, value] of Object.entries(fields)) {
            const key = `${place} ${field}`;
            if (!(field in target)) counts.set(key, (counts.get(key) ?? 0) + 1);
            target[field] = value;
          }
        }
        const named = unkeptOf(await importing(changed)).filter((line) => line.includes(' x_'));
        expect(named.toSorted()).toEqual([...counts].map(([key, count]) => `${key} ${count}`).toSorted());
      },
    ),
  );
});
