/** Winners that arrive with records: the rest of a one-winner event ends in the same entry, or the command is refused. */
import { describe, expect, test } from 'vitest';
import type { AddToCatalog } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { MarketDefinition } from '../market/definition.ts';
import { catalogEventDefinition, marketDefinition } from '../testing/definitions.ts';
import type { MarketId } from '../units/ids.ts';
import { amount, ScenarioVenue } from './venue.ts';

const WON = [10_000, 0] as const;
const LOST = [0, 10_000] as const;

/** A record of market `index` as it says it ended, or null. */
function record(index: number, payouts: MarketDefinition['payouts'], negRisk = true): MarketDefinition {
  return marketDefinition(index, { negRisk, payouts });
}

/** Three markets of the event `event-0` that trade, and what a later command with records of it does. */
function race(count = 3) {
  const v = new ScenarioVenue();
  const markets = v.markets(count, { tick: 1, minimumSize: '0' }, true);
  const event = catalogEventDefinition({ id: null, slug: 'event-0', negRisk: true, tagSlugs: [] });
  const importing = (nested: readonly MarketDefinition[], alone: readonly MarketDefinition[] = []): Decision => {
    const events: AddToCatalog['events'] = nested.length === 0 ? [] : [{ event, markets: nested }];
    return v.submit({ kind: 'AddToCatalog', tags: [], series: [], events, markets: alone });
  };
  const payouts = () => v.state.markets.map(({ payouts: result }) => result?.join() ?? null);
  return {
    v,
    markets,
    importing,
    payouts,
    isClosed: () => v.state.catalogEvents.get(v.eventOf(0 as MarketId))?.closed,
  };
}

test.each<[string, (venue: ReturnType<typeof race>) => Decision]>([
  ['nested in its event', ({ importing }) => importing([record(1, WON)])],
  ['listed without its event', ({ importing }) => importing([], [record(1, WON, false)])],
])('recorded winner: of a market that trades, %s: all are resolved in one entry [E27]', (_name, run) => {
  const venue = race();
  const { v, markets, payouts, isClosed } = venue;
  const alice = v.trader('alice', '100');
  v.trader('bob', '100');
  for (const market of markets) v.play(market, 'alice buy yes 10 @ 0.20 -> live');
  v.play(markets[0] as MarketId, 'bob buy no 10 @ 0.80 -> matched 8 for 10');
  v.accept({ kind: 'SplitPosition', ...alice, market: markets[2] as MarketId, amount: amount('10') });
  const entries = v.entries.length;
  expect(run(venue).kind).toBe('accepted');
  expect(v.entries.length).toBe(entries + 1);
  expect(payouts()).toEqual(['0,10000', '10000,0', '0,10000']);
  expect(isClosed()).toBe(true);
  for (const market of markets) v.play(market, 'bob buy no 5 @ 0.80 -> market_closed');
  v.settle();
  // Alice: 2 lost on the first market, 10 back on the third.
  expect([v.cash('alice'), v.cash('bob')]).toEqual(['98/0', '102/0']);
  expect(run(venue).kind).toBe('unchanged');
  v.end();
});

test('recorded winner: one that joins its event with the result ends the others, and conversions before it keep it out', () => {
  const { v, importing, payouts, isClosed } = race(2);
  expect(importing([record(2, WON), record(3, null)]).kind).toBe('accepted');
  expect(payouts()).toEqual(['0,10000', '0,10000', '10000,0', '0,10000']);
  expect(isClosed()).toBe(true);
  v.settle();
  v.end();

  const other = race(2);
  const alice = other.v.trader('alice', '100');
  const [market = 0 as never] = other.markets;
  other.v.accept({ kind: 'SplitPosition', ...alice, market, amount: amount('10') });
  const given = { catalogEvent: other.v.eventOf(market), markets: [market], amount: amount('10') };
  other.v.accept({ kind: 'ConvertPositions', ...alice, ...given });
  expect(other.importing([record(2, WON)])).toMatchObject({ code: 'catalog_invalid' });
  // A winner among those that were converted repays what was paid ahead.
  expect(other.importing([record(1, WON)]).kind).toBe('accepted');
  other.v.settle();
  expect([other.v.cash('alice'), other.v.advanced]).toEqual(['100/0', 0n]);
  other.v.end();
});

test('recorded winner: those that have lost here before keep their result', () => {
  const { v, markets, importing, payouts } = race();
  v.accept({ kind: 'ResolveMarket', market: markets[0] as MarketId, payouts: LOST });
  expect(importing([record(2, WON)]).kind).toBe('accepted');
  expect(payouts()).toEqual(['0,10000', '0,10000', '10000,0']);
  v.settle();
  v.end();
});

describe('recorded winner: contradictions are refused, and change nothing [E27]', () => {
  const reasonOf = (decision: Decision) =>
    decision.kind === 'reject'
      ? `${decision.code}: ${decision.details['reason']}`.replaceAll(/0x0{63}/g, '')
      : decision.kind;
  const resolve = ({ v, markets }: ReturnType<typeof race>, index: number, payouts: typeof WON | typeof LOST) =>
    v.accept({ kind: 'ResolveMarket', market: markets[index] as MarketId, payouts });
  test.each<[string, (venue: ReturnType<typeof race>) => unknown, readonly MarketDefinition[], string]>([
    [
      'two in one command',
      () => {},
      [record(0, WON), record(1, WON)],
      'market 2 is recorded as the winner of its event, but so is market 1',
    ],
    [
      'one that has lost',
      (venue) => resolve(venue, 1, LOST),
      [record(1, WON)],
      'market 2 is recorded as the winner of its event, but it has lost here',
    ],
    [
      'beside one that has won',
      (venue) => resolve(venue, 0, WON),
      [record(1, WON)],
      'market 2 is recorded as the winner of its event, but it has lost here',
    ],
    [
      'one that has a share of a dead heat',
      ({ v, markets }) =>
        v.accept({ kind: 'ResolveEvent', catalogEvent: v.eventOf(0 as MarketId), winners: markets.slice(0, 2) }),
      [record(1, WON)],
      'market 2 is recorded as the winner of its event, but it shares the result here',
    ],
    [
      'beside one that was left to win, as older rules did',
      ({ v }) => v.force({ kind: 'MarketResolved', market: 0 as MarketId, payouts: WON }),
      [record(1, WON)],
      'market 2 is recorded as the winner of its event, but market 1 has won already',
    ],
  ])('%s', (_name, prepare, records, reason) => {
    const venue = race();
    prepare(venue);
    const before = venue.payouts();
    expect(reasonOf(venue.importing(records))).toBe(`catalog_conflict: ${reason}`);
    expect(venue.payouts()).toEqual(before);
    venue.v.settle();
    venue.v.end();
  });
});

test('recorded winner: what is open in an event without one winner, or has lost by its record, stays open', () => {
  const v = new ScenarioVenue();
  v.markets(2);
  const event = catalogEventDefinition({ id: null, slug: 'event-0', negRisk: false, tagSlugs: [] });
  const base = { kind: 'AddToCatalog', tags: [], series: [], markets: [] } as const;
  expect(v.submit({ ...base, events: [{ event, markets: [record(0, WON, false)] }] }).kind).toBe('unchanged');
  const { importing, payouts } = race();
  expect(importing([record(0, LOST)]).kind).toBe('unchanged');
  expect(payouts()).toEqual([null, null, null]);
  v.end();
});
