/** The parts of the past that need no venue: its calendar, its price paths and its questions. */
import { expect, test } from 'vitest';
import { demoCatalog, fairPrices } from '../catalog/index.ts';
import { createRandom } from '../traders/random.ts';
import { beginningOf, DAY_MS, momentsUntil } from './calendar.ts';
import { hover, pointOf, priceOf, walk } from './paths.ts';
import { PEOPLE } from './people.ts';
import { isOpen, pastEvents } from './questions.ts';
import { conversation } from './talk.ts';

const NOW_MS = Date.UTC(2026, 10, 23, 14, 7, 30);
const BEGIN_MS = beginningOf(NOW_MS);
const events = pastEvents(BEGIN_MS, 'test');

test('past: it begins at midnight, ninety days before', () => {
  expect(new Date(BEGIN_MS).toISOString()).toBe('2026-08-25T00:00:00.000Z');
  expect(beginningOf(Date.UTC(2026, 10, 23))).toBe(BEGIN_MS);
  expect(beginningOf(Date.UTC(2026, 10, 24) - 1)).toBe(BEGIN_MS);
});

test.each([0, 1, 599_999, 600_000, 14 * 3_600_000, DAY_MS - 1])(
  'past: moments follow one another without a gap, %i ms into the day',
  (intoDayMs) => {
    const nowMs = Date.UTC(2026, 10, 23) + intoDayMs;
    const moments = [...momentsUntil(nowMs)];
    const whole = [...momentsUntil(BEGIN_MS + 91 * DAY_MS - 1)];
    for (const [at, { fromMs, toMs }] of moments.entries()) {
      expect(fromMs).toBe(moments[at - 1]?.toMs ?? BEGIN_MS);
      expect(toMs).toBeGreaterThan(fromMs);
    }
    // At any hour, the moments are a prefix of the same calendar.
    expect(moments.every((moment, at) => whole[at]?.fromMs === moment.fromMs && whole[at]?.toMs === moment.toMs)).toBe(
      true,
    );
    const left = nowMs - (moments.at(-1)?.toMs ?? 0);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left).toBeLessThan(600_000);
  },
);

test.each([0.002, 0.08, 0.5, 0.93])('past: a price of %d is a point on the line, and the other way round', (price) =>
  expect(priceOf(pointOf(price))).toBeCloseTo(price, 12),
);

test('past: a walk ends where it must, and what hovers stays close', () => {
  const random = createRandom('walk');
  const points = walk(random, -0.4, 0.7, 500, 1);
  expect(points).toHaveLength(501);
  expect([points[0], points[500]]).toEqual([-0.4, expect.closeTo(0.7, 9)]);
  for (const point of hover(random, 0.7, 0.7, 48, 1)) expect(Math.abs(point - 0.7)).toBeLessThan(0.2);
});

test('past: open questions come to the price that the catalog has for them, one winner’s add up to one', () => {
  const todayMs = BEGIN_MS + 90 * DAY_MS;
  for (const event of events.filter(({ endsMs }) => endsMs === null)) {
    const sum = event.questions.reduce((total, question) => total + question.pricePpm(todayMs), 0);
    if (event.input.negRisk) expect(Math.abs(sum - 1_000_000)).toBeLessThan(10_000);
    for (const question of event.questions)
      expect(Math.abs(question.pricePpm(todayMs) / 100 - (fairPrices.get(question.slug) ?? 0))).toBeLessThan(60);
  }
});

test('past: the catalog’s own events come first, in its order, so that their ids are those of a demo without a past', () =>
  expect(events.slice(0, demoCatalog.length).map(({ slug }) => slug)).toEqual(demoCatalog.map(({ slug }) => slug)));

test('past: ids and slugs are used once', () => {
  const markets = events.flatMap(({ input }) => input.markets);
  const tokens = markets.flatMap(({ clobTokenIds }) => clobTokenIds);
  for (const names of [events.map(({ slug }) => slug), markets.map(({ slug }) => slug), tokens])
    expect(new Set(names).size).toBe(names.length);
});

test('past: what was decided opened and ended in it, names markets of its own, and has one winner where one must win', () => {
  for (const { input, opensMs, endsMs, decision } of events.filter(({ decision: known }) => known !== null)) {
    expect(opensMs).toBeGreaterThanOrEqual(BEGIN_MS);
    expect(endsMs ?? 0).toBeGreaterThan(opensMs + DAY_MS);
    expect(endsMs ?? 0).toBeLessThan(BEGIN_MS + 89 * DAY_MS);
    if (decision === null || decision === 'void') continue;
    const slugs = input.markets.map(({ slug }) => slug);
    expect(slugs, input.slug).toEqual(expect.arrayContaining([...decision]));
    if (input.negRisk) expect(decision).toHaveLength(1);
  }
});

test('past: any day of the week and year has one', () => {
  // Each begins on another day of the week.
  for (let day = 0; day < 400; day += 53) {
    const beginMs = beginningOf(NOW_MS + day * DAY_MS);
    const decided = pastEvents(beginMs, 'test').filter(({ decision }) => decision !== null);
    expect(decided.length).toBeGreaterThanOrEqual(18);
    expect(new Set(decided.map(({ slug }) => slug)).size).toBe(decided.length);
  }
});

test('past: people speak of events that are there, and answer what was said before', () => {
  const spoken = conversation(BEGIN_MS, events, createRandom('talk'));
  expect(spoken.length).toBeGreaterThan(150);
  const said = new Set<string>();
  for (const { atMs, act } of spoken) {
    if (act.kind === 'like') expect(said.has(act.comment)).toBe(true);
    if (act.kind !== 'say') continue;
    const event = events.find(({ slug }) => slug === act.event);
    expect(event !== undefined && (isOpen(event, atMs) || atMs >= (event.endsMs ?? 0))).toBe(true);
    if (act.replyTo !== null) expect(said.has(act.replyTo)).toBe(true);
    expect(PEOPLE.some(({ id }) => id === act.person)).toBe(true);
    said.add(act.comment);
  }
});
