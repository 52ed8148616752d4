import { expect, test } from 'vitest';
import type { AddToCatalog } from '../command.ts';
import { MARKETS_PER_NEG_RISK_EVENT_MAX } from '../limits.ts';
import { catalogEventDefinition, marketDefinition } from '../testing/definitions.ts';
import { ScenarioVenue } from './venue.testing.ts';

const NOTHING = { kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [] } as const;

/** One command that contains the event `election` once per list of markets. */
function listings(...lists: AddToCatalog['events'][number]['markets'][]): AddToCatalog {
  const event = catalogEventDefinition({ id: null, slug: 'election', negRisk: true, tagSlugs: [] });
  return { ...NOTHING, events: lists.map((markets) => ({ event, markets })) };
}

test('catalog: an event listed twice in one command is one event with the markets of both listings', () => {
  const v = new ScenarioVenue();
  v.accept(listings([marketDefinition(0, { negRisk: true })], [marketDefinition(1, { negRisk: true })]));
  expect([...v.state.catalogEvents.values()].map(({ slug, markets }) => [slug, markets])).toEqual([
    ['election', [0, 1]],
  ]);
  v.end();
});

test('catalog: the second listing of an event keeps to the negative risk of the first', () => {
  const v = new ScenarioVenue();
  const decision = v.submit(
    listings([marketDefinition(0, { negRisk: true })], [marketDefinition(1, { negRisk: false })]),
  );
  expect(decision).toMatchObject({ code: 'catalog_invalid', details: { reason: expect.stringContaining('negRisk') } });
  expect(v.state.catalogEvents.size).toBe(0);
});

test('catalog: the markets of all listings of a negative-risk event count together', () => {
  const v = new ScenarioVenue();
  const markets = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => marketDefinition(from + index, { negRisk: true }));
  const half = MARKETS_PER_NEG_RISK_EVENT_MAX / 2;
  const full = 2 * half;
  expect(v.submit(listings(markets(0, half), markets(half, full + 1)))).toMatchObject({ code: 'catalog_invalid' });
  expect(v.submit(listings(markets(0, half), markets(half, full)))).toMatchObject({ kind: 'accepted' });
});

test.each<{ readonly payouts: readonly [number, number]; readonly code: string }>([
  { payouts: [10_000, 0], code: 'accepted' },
  { payouts: [3_333, 6_667], code: 'accepted' },
  { payouts: [5_000, 5_001], code: 'catalog_invalid' },
  { payouts: [10_001, -1], code: 'catalog_invalid' },
  { payouts: [0.5, 9_999.5], code: 'catalog_invalid' },
  { payouts: [Number.NaN, 10_000], code: 'catalog_invalid' },
])('catalog: an imported result is two integers in 0..10000 that sum to 10000: $payouts', ({ payouts, code }) => {
  expect(new ScenarioVenue().answer({ ...NOTHING, markets: [marketDefinition(0, { payouts })] })).toBe(code);
});
