/** Results that arrive with records: a trading market ends in the same entry, or the command is refused. */
import { describe, expect, test } from 'vitest';
import type { Decision } from '../decision.ts';
import type { MarketDefinition } from '../market/definition.ts';
import { catalogEventDefinition, marketDefinition } from '../testing/definitions.ts';
import type { MarketId } from '../units/units.ts';
import { amount, ScenarioVenue } from './venue.testing.ts';

const WON = [10_000, 0] as const;
const LOST = [0, 10_000] as const;

/** A record of market `index` with its result, or null for no result. */
const record = (index: number, payouts: MarketDefinition['payouts'], negRisk = true): MarketDefinition =>
  marketDefinition(index, { negRisk, payouts });

/** Three trading markets of the event `event-0`, and the effect of a later command with records of the event. */
function race() {
  const v = new ScenarioVenue();
  const markets = v.markets(3, { tick: 1, minimumSize: '0' }, true);
  const event = catalogEventDefinition({ id: null, slug: 'event-0', negRisk: true, tagSlugs: [] });
  const importing = (records: readonly MarketDefinition[]): Decision =>
    v.submit({ kind: 'AddToCatalog', tags: [], series: [], events: [{ event, markets: records }], markets: [] });
  const payouts = () => v.state.markets.map(({ payouts: result }) => result?.join() ?? null);
  const isClosed = () => v.state.catalogEvents.get(v.eventOf(0 as MarketId))?.closed;
  return { v, markets, importing, payouts, isClosed };
}

test('recorded winner: one that joins its event with the result ends the others; conversions before it keep it out [E12 E27]', () => {
  const { v, importing, payouts, isClosed } = race();
  expect(importing([record(3, WON), record(4, null)]).kind).toBe('accepted');
  expect([payouts(), isClosed()]).toEqual([['0,10000', '0,10000', '0,10000', '10000,0', '0,10000'], true]);
  v.settle();
  v.end();

  const other = race();
  const alice = other.v.trader('alice', '100');
  const [market = 0 as never] = other.markets;
  const given = { ...alice, amount: amount('10') };
  other.v.accept({ kind: 'SplitPosition', ...given, market });
  other.v.accept({ kind: 'ConvertPositions', ...given, catalogEvent: other.v.eventOf(market), markets: [market] });
  expect(other.importing([record(3, WON)])).toMatchObject({ code: 'catalog_invalid' });
  // A winner among the converted markets repays the advance.
  expect(other.importing([record(1, WON)]).kind).toBe('accepted');
  other.v.settle();
  expect([other.v.cash('alice'), other.v.advanced]).toEqual(['100/0', 0n]);
  other.v.end();
});

/** The code of a refusal with its reason, in which a condition is its number. */
const reasonOf = (decision: Decision) =>
  decision.kind === 'reject'
    ? `${decision.code}: ${decision.details['reason']}`.replaceAll(/0x0{63}/g, '')
    : decision.kind;

describe('recorded winner: contradictions are refused, and change nothing [E27]', () => {
  const resolve = ({ v, markets }: ReturnType<typeof race>, index: number, payouts: typeof WON | typeof LOST) =>
    v.accept({ kind: 'ResolveMarket', market: markets[index] as MarketId, payouts });
  const winner = 'market 2 is recorded as the winner of its event';
  const one = [record(1, WON)];
  const all = [record(0, LOST), record(1, LOST), record(2, LOST)];
  const ofDeadHeat = ({ v, markets }: ReturnType<typeof race>) =>
    v.accept({ kind: 'ResolveEvent', catalogEvent: v.eventOf(0 as MarketId), winners: markets.slice(0, 2) });
  const ofOlderRules = ({ v }: ReturnType<typeof race>) =>
    v.force({ kind: 'MarketResolved', market: 0 as MarketId, payouts: WON });
  test.each<[string, (venue: ReturnType<typeof race>) => unknown, readonly MarketDefinition[], string]>([
    ['two in one command', () => {}, [record(0, WON), ...one], `${winner}, but so is market 1`],
    ['all as lost', () => {}, all, 'market 1 is recorded as lost, but one market of its event has to win'],
    ['one that has lost', (venue) => resolve(venue, 1, LOST), one, `${winner}, but it has lost here`],
    ['beside one that has won', (venue) => resolve(venue, 0, WON), one, `${winner}, but it has lost here`],
    ['one that has a share of a dead heat', ofDeadHeat, one, `${winner}, but it shares the result here`],
    ['beside one left to win, as older rules did', ofOlderRules, one, `${winner}, but market 1 has won already`],
  ])('%s', (_name, prepare, records, reason) => {
    const venue = race();
    prepare(venue);
    const before = venue.payouts();
    expect([reasonOf(venue.importing(records)), venue.payouts()]).toEqual([`catalog_conflict: ${reason}`, before]);
    venue.v.settle();
    venue.v.end();
  });
});

/** Two markets of a plain event, of whose first alice and bob hold pairs, and a later record of the event. */
function plain() {
  const v = new ScenarioVenue();
  const markets = v.markets(2, { tick: 100, minimumSize: '0' });
  const event = catalogEventDefinition({ id: null, slug: 'event-0', negRisk: false, tagSlugs: [] });
  v.trader('alice', '100');
  v.trader('bob', '100');
  v.play(
    markets[0] as MarketId,
    'alice buy yes 10 @ 0.60 -> live',
    'bob   buy no  10 @ 0.40 -> matched 4 for 10',
    'alice buy yes 5  @ 0.50 -> live',
  );
  const importing = (...records: readonly MarketDefinition[]): Decision =>
    v.submit({ kind: 'AddToCatalog', tags: [], series: [], events: [{ event, markets: records }], markets: [] });
  return { v, markets, importing, isClosed: () => v.state.catalogEvents.get(v.eventOf(0 as MarketId))?.closed };
}

test.each([
  ['its first outcome', WON, ['104/0', '96/0']],
  ['its second outcome', LOST, ['94/0', '106/0']],
  ['both, half each', [5_000, 5_000] as const, ['99/0', '101/0']],
])('recorded result: %s has won: orders end, holders are paid, twice is as once [K61]', (_name, payouts, cash) => {
  const { v, markets, importing, isClosed } = plain();
  const entries = v.entries.length;
  expect(importing(record(0, payouts, false)).kind).toBe('accepted');
  expect([v.entries.length, isClosed()]).toEqual([entries + 1, false]);
  v.play(markets[0] as MarketId, 'bob buy no 5 @ 0.50 -> market_closed');
  v.settle();
  expect([v.cash('alice'), v.cash('bob')]).toEqual(cash);
  expect(importing(record(0, payouts, false)).kind).toBe('unchanged');
  // The event closes along with its last market.
  expect([importing(record(1, WON, false)).kind, isClosed()]).toEqual(['accepted', true]);
  v.settle();
  v.end();
});

test('recorded result: one that contradicts the venue, or another record, changes nothing [K61]', () => {
  const { v, markets, importing } = plain();
  v.accept({ kind: 'ResolveMarket', market: markets[0] as MarketId, payouts: LOST });
  v.settle();
  for (const payouts of [WON, [5_000, 5_000] as const])
    expect(reasonOf(importing(record(1, WON, false), record(0, payouts, false)))).toMatch(
      /^catalog_conflict: market 1 is recorded with the result .*, but it has 0 and 1 here$/,
    );
  expect(importing(record(1, WON, false), record(1, LOST, false))).toMatchObject({
    details: { reason: expect.stringMatching(/^market 0x0+2 is recorded with two results$/) },
  });
  expect(v.state.markets[1]?.payouts).toBeNull();
  v.end();
});

test('recorded result: a market of its own, listed without an event, is resolved as well [K61]', () => {
  const v = new ScenarioVenue();
  const alone = { kind: 'AddToCatalog', tags: [], series: [], events: [] } as const;
  v.accept({ ...alone, markets: [record(0, null, false), record(1, null)] });
  v.accept({ ...alone, markets: [record(0, LOST, false), record(1, WON)] });
  expect(v.state.markets.map(({ payouts }) => payouts)).toEqual([LOST, WON]);
  // The result of a one-winner event can be shared only as a whole, not by the record of one market.
  v.accept({ ...alone, markets: [record(2, null)] });
  expect(v.submit({ ...alone, markets: [record(2, [5_000, 5_000])] }).kind).toBe('unchanged');
  v.end();
});
