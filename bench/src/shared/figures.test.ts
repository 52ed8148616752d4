import { ROUTES_BY_NAME, type RouteName } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { attacksOf } from '../worst/beside.ts';
import { cores, misses } from '../worst/measure.ts';
import { candidates } from '../worst/requests.ts';
import { SIZE } from '../worst/world.ts';
import { costsPage, readFigures, readPage } from './figures.ts';

const figures = readFigures();
test('costs: the page is what the generator makes of the committed figures and the route table', () => {
  expect(readPage()).toBe(costsPage(readPage(), figures));
});

test('costs: each row is of a route and of a request that are there, and within its bars', () => {
  const listed = candidates({ size: SIZE, wallets: [] });
  const gone = figures.rows.filter(
    ({ route, request }) => !listed[route as RouteName]?.some(({ what }) => what === request),
  );
  expect(gone).toEqual([]);
  expect(figures.rows.filter(misses)).toEqual([]);
  expect(Object.keys(listed).sort()).toEqual(Object.keys(ROUTES_BY_NAME).sort());
});

test('costs: heavy rows attack one by one, the others in rotation, the operator’s never', () => {
  const heavy = figures.rows.filter((row) => row.perSecond !== null && cores(row) > 0.25);
  const attacks = attacksOf(figures.rows);
  expect(attacks.filter(({ plan }) => 'rows' in plan && plan.rows.length === 1)).toHaveLength(heavy.length);
  const rotation = attacks.flatMap(({ plan }) => ('rows' in plan && plan.rows.length > 1 ? plan.rows : []));
  const capped = figures.rows.filter(({ perSecond }) => perSecond !== null);
  expect(rotation).toHaveLength(capped.length - heavy.length);
});
