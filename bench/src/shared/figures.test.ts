import { expect, test } from 'vitest';
import { attacksOf } from '../worst/beside.ts';
import { cappedRoutes } from '../worst/candidate.ts';
import { misses } from '../worst/measure.ts';
import { candidates } from '../worst/requests.ts';
import { worldSize } from '../worst/world.ts';
import { cores, costsPage, readFigures, readPage } from './figures.ts';

const { rows, ...others } = readFigures();

test('costs: the page is what the generator makes of the committed figures and the route table [R20]', () =>
  expect(readPage()).toBe(costsPage(readPage(), { rows, ...others })));

test('costs: each row is of a request that there still is, and within its bars; each route with caps has one [R20]', () => {
  const listed = candidates(worldSize(false), []);
  const requests = new Map<string, readonly string[]>(
    Object.entries(listed).map(([route, of]) => [route, of.map(({ what }) => what)]),
  );
  expect(rows.filter(({ route, request }) => requests.get(route)?.includes(request) !== true)).toEqual([]);
  expect(rows.filter(misses)).toEqual([]);
  expect([...requests.keys()].sort()).toEqual(cappedRoutes.map(([name]) => name).sort());
});

test('costs: heavy rows attack one by one, all others in rotation', () => {
  const heavy = rows.filter((row) => cores(row) > 0.25).map(({ route }) => [route]);
  const light = rows.filter((row) => cores(row) <= 0.25).map(({ route }) => route);
  const plans = attacksOf(rows).flatMap(({ plan }) => ('rows' in plan ? [plan.rows.map(({ route }) => route)] : []));
  expect(plans).toEqual([...heavy, light]);
});
