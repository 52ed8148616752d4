/** Keyset lists compared with a naive oracle while items are added, leave, disappear and change between pages. */
import { marketId } from '@bellwether/engine';
import { forAllAsync } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createCatalogVenue } from '../project/catalog-venue.testing.ts';
import { type MarketOrder, marketRows } from './catalog-markets.ts';
import type { ListingPlace } from './listing-keys.ts';

/** The oracle's facts about a market: plain values, no SQL. */
interface Known {
  readonly market: number;
  readonly id: number;
  readonly question: string;
  volume: number;
  closed: boolean;
  gone: boolean;
}

const venue = createCatalogVenue();
afterAll(() => venue.close());

/** Number of markets of all runs; each run has its own tag. */
let markets = 0;

async function add(known: Known[], tag: string, words: readonly number[]): Promise<void> {
  const from = markets;
  // Ids alternate around a centre, so that added items appear at any place.
  const added = words.map((word, index) => {
    const id = 1_000_000 + (markets % 2 === 0 ? 1 : -1) * markets;
    markets += 1;
    return { market: from + index, id, question: ['b', 'a', 'Zoë', 'é', '中', 'a b', '🙂', 'A'][word] ?? 'w' };
  });
  const inputs = added.map(({ market: _, ...input }) => input);
  await venue.addEvent({ title: `Event ${from}`, tags: [tag], markets: inputs });
  for (const market of added) known.push({ ...market, volume: 0, closed: false, gone: false });
}

const nth = (known: readonly Known[], at: number): Known => known[at % known.length] as Known;

function trade(row: Known, volume: number): void {
  row.volume = volume;
  venue.store.prepare('UPDATE market_listing SET volume_micros = ? WHERE market = ?').run(volume, row.market);
}

async function turn(row: Known): Promise<void> {
  await venue.must({ kind: 'UpdateMarket', market: marketId(row.market), changes: { closed: !row.closed } });
  row.closed = !row.closed;
}

function remove(row: Known): void {
  row.gone = true;
  for (const table of ['market_listing', 'market_scopes'])
    venue.store.prepare(`DELETE FROM ${table} WHERE market = ?`).run(row.market);
}

const at = fc.nat(200);
const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), words: fc.array(fc.nat(7), { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('trade' as const), at, volume: fc.nat(4) }),
  fc.record({ kind: fc.constant('turn' as const), at }),
  fc.record({ kind: fc.constant('remove' as const), at }),
);
const paging = fc.record({
  order: fc.constantFrom<readonly MarketOrder[]>(
    ['id'],
    ['question'],
    ['volume'],
    ['volume', 'question'],
    ['volumeNum', 'id', 'question'],
  ),
  ascending: fc.boolean(),
  isFiltered: fc.boolean(),
  limit: fc.integer({ min: 1, max: 6 }),
  /** Read along the order, taken and sorted, or listed. */
  takeMax: fc.constantFrom(0, 1_000),
  first: fc.array(fc.nat(7), { minLength: 1, maxLength: 12 }),
  volumes: fc.array(fc.nat(4), { maxLength: 12 }),
  between: fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 8 }),
});

/** Compares texts as the database does: by their bytes. */
const compared = (a: number | string, b: number | string): number =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b);

test('lists by keyset: each page is what a scan finds after its place, and what did not move is shown once [S10]', async () => {
  await forAllAsync(150, [paging], async ({ order, ascending, isFiltered, limit, takeMax, first, ...rest }) => {
    const known: Known[] = [];
    const tag = `run-${markets}`;
    await add(known, tag, first);
    for (const [index, volume] of rest.volumes.entries()) trade(nth(known, index), volume);

    const columns = order.slice(0, order.includes('id') ? order.indexOf('id') : order.length);
    const sign = ascending ? 1 : -1;
    const comparePlaces = (a: ListingPlace, b: ListingPlace) => {
      const different = a.values.map((value, index) => compared(value, b.values[index] ?? 0)).find((by) => by !== 0);
      return sign * (different ?? a.id - b.id);
    };
    const isShown = (row: Known) => !row.gone && !(isFiltered && row.closed);
    const placeOf = (row: Known): ListingPlace => ({
      values: columns.map((column) => (column === 'question' ? row.question : row.volume)),
      id: row.id,
    });

    /** Markets present throughout at the same place. */
    const unmoved = new Map(known.filter(isShown).map((row) => [row, placeOf(row)]));
    const shown = new Map<Known, number>();
    const movedSinceShown = new Set<Known>();
    let after: ListingPlace | undefined;
    for (let page = 0; ; page += 1) {
      const rows = await marketRows(venue.database, {
        filter: { tagSlug: tag, ...(isFiltered && { closed: false }) },
        ...{ order, ascending, limit, offset: 0, takeMax },
        ...(after !== undefined && { after }),
      });
      const expected = known
        .filter(isShown)
        .filter((row) => after === undefined || comparePlaces(placeOf(row), after) > 0)
        .sort((a, b) => comparePlaces(placeOf(a), placeOf(b)))
        .slice(0, limit);
      expect(rows).toEqual(expected.map((row) => ({ key: row.market, ...placeOf(row) })));
      for (const row of expected) {
        // Only rows that moved in between may appear twice.
        expect(shown.has(row) && !movedSinceShown.has(row)).toBe(false);
        shown.set(row, (shown.get(row) ?? 0) + 1);
        movedSinceShown.delete(row);
      }
      const last = rows.at(-1);
      if (rows.length < limit || last === undefined) break;
      after = { values: last.values, id: last.id };
      for (const step of rest.between[page] ?? [])
        if (step.kind === 'add') await add(known, tag, step.words);
        else {
          const row = nth(known, step.at);
          if (row.gone) continue;
          const before = placeOf(row);
          if (step.kind === 'turn') await turn(row);
          else if (step.kind === 'remove') remove(row);
          else trade(row, step.volume);
          if (comparePlaces(before, placeOf(row)) !== 0) movedSinceShown.add(row);
          if (!isShown(row) || comparePlaces(before, placeOf(row)) !== 0) unmoved.delete(row);
        }
    }
    for (const row of unmoved.keys()) expect({ id: row.id, times: shown.get(row) }).toEqual({ id: row.id, times: 1 });
  });
});
