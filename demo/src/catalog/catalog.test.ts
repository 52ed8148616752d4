/** Tests the demo catalog's own rules: counts, ids, prices. */
import { expect, test } from 'vitest';
import { demoCatalog, fairPrices } from './index.ts';

const markets = demoCatalog.flatMap((event) => event.markets);
const TICKS = [0.1, 0.01, 0.005, 0.0025, 0.001, 0.0001];
const WORD = /^0x[0-9a-f]{64}$/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const unique = (values: readonly string[]): boolean => new Set(values).size === values.length;
const fair = (slug: string): number => fairPrices.get(slug) ?? Number.NaN;

test('demo catalog: has events, markets, tags and series enough to look around in', () => {
  const tags = new Set(demoCatalog.flatMap((event) => event.tags.map((tag) => tag.slug)));
  const series = new Set(demoCatalog.flatMap((event) => event.series.map((item) => item.slug)));
  expect(demoCatalog.length).toBeGreaterThanOrEqual(25);
  expect(markets.length).toBeGreaterThanOrEqual(75);
  expect(tags.size).toBeGreaterThanOrEqual(12);
  expect(series.size).toBeGreaterThanOrEqual(4);
  expect(demoCatalog.filter((event) => event.negRisk && event.markets.length >= 3).length).toBeGreaterThanOrEqual(5);
});

test('demo catalog: every tick and several fees occur, most markets are free', () => {
  expect(new Set(markets.map((market) => market.orderPriceMinTickSize))).toEqual(new Set(TICKS));
  const fees = markets.map((market) => market.takerBaseFee).filter((fee) => fee > 0);
  expect(new Set(fees).size).toBeGreaterThanOrEqual(4);
  expect(fees.every((fee) => fee >= 200 && fee <= 700)).toBe(true);
  expect(fees.length).toBeLessThan(markets.length / 2);
});

test('demo catalog: slugs and ids are well formed and used once', () => {
  const tokens = markets.flatMap((market) => market.clobTokenIds);
  const hashes = markets.flatMap((market) => [market.conditionId, market.questionID]);
  const slugs = [...demoCatalog, ...markets].map((item) => item.slug);
  expect(slugs.every((slug) => SLUG.test(slug) && slug.length <= 200)).toBe(true);
  expect(hashes.every((hash) => WORD.test(hash))).toBe(true);
  expect(tokens.every((token) => /^[1-9][0-9]{0,77}$/.test(token))).toBe(true);
  expect(unique(demoCatalog.map((event) => event.slug))).toBe(true);
  expect([unique(markets.map((market) => market.slug)), unique(hashes)]).toEqual([true, true]);
  expect(unique(tokens)).toBe(true);
});

test('demo catalog: ids are the same on every install', () => {
  const market = markets.find(({ slug }) => slug === 'founders-match-2027-toss');
  expect(market?.conditionId).toBe('0xf10816b0f765645223ee1ffa40af1479e443cec86e114d6e8d40c03afb89fead');
  expect(market?.clobTokenIds[0]).toBe(
    '109308073329335743540011920160484137058828121571740091815409361606445347150429',
  );
});

test('demo catalog: every text is there and every date lies ahead of the opening', () => {
  for (const item of [...demoCatalog, ...markets]) {
    expect(item.description.length).toBeGreaterThan(80);
    expect(item.resolutionSource).not.toBe('');
    expect(new Date(item.endDate).toISOString()).toBe(item.endDate.replace('Z', '.000Z'));
    expect(item.endDate > '2027' && item.endDate < '2031').toBe(true);
    expect(item.startDate < item.endDate).toBe(true);
  }
  for (const { markets: siblings } of demoCatalog) {
    expect(siblings.length === 1 || siblings.every((market) => market.groupItemTitle !== '')).toBe(true);
    expect(unique(siblings.map((market) => market.question))).toBe(true);
  }
});

test('demo catalog: every fair price lies on its market’s tick and inside it', () => {
  expect(fairPrices.size).toBe(markets.length);
  for (const market of markets) {
    const tick = Math.round(market.orderPriceMinTickSize * 10_000);
    expect(fair(market.slug) % tick, market.slug).toBe(0);
    expect(fair(market.slug)).toBeGreaterThanOrEqual(tick);
    expect(fair(market.slug)).toBeLessThanOrEqual(10_000 - tick);
  }
});

test('demo catalog: the prices of a negative-risk event sum to one', () => {
  for (const event of demoCatalog.filter(({ negRisk }) => negRisk)) {
    const sum = event.markets.reduce((total, market) => total + fair(market.slug), 0);
    expect(Math.abs(sum - 10_000), `${event.slug}: ${sum}`).toBeLessThanOrEqual(100);
  }
});

test('demo catalog: the house opens at the fair prices, exactly one in all if one market wins', () => {
  for (const { negRisk, markets: own, houseMaker, slug } of demoCatalog) {
    const { subsidy, probabilities } = houseMaker;
    const differences = own.map((market, at) => Math.abs((probabilities[at] ?? 0) * 10_000 - fair(market.slug)));
    expect(Math.max(...differences), slug).toBeLessThan(negRisk ? 100 : 0.01);
    if (negRisk) expect(probabilities.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
    expect([subsidy >= 1_000, subsidy <= 50_000], `${slug}: ${subsidy}`).toEqual([true, true]);
  }
});

test('demo catalog: a numeric question has a market for each range between its edges, and one beyond each end', () => {
  const numeric = demoCatalog.flatMap(({ eventMetadata, ...event }) =>
    'numeric' in eventMetadata ? [{ ...event, ...eventMetadata }] : [],
  );
  expect(numeric).toHaveLength(1);
  for (const { negRisk, markets: own, numeric: asked } of numeric) {
    expect([negRisk, own.length]).toEqual([true, (asked?.edges.length ?? 0) + 1]);
    expect(own.every(({ groupItemTitle }, at) => groupItemTitle.includes(asked?.edges[at] ?? '%'))).toBe(true);
  }
});

test('demo catalog: negative risk is said by the event and by each of its markets', () => {
  for (const event of demoCatalog) {
    expect(event.negRiskMarketID).toMatch(event.negRisk ? WORD : /^$/);
    for (const market of event.markets) {
      expect(market.negRisk).toBe(event.negRisk);
      expect(market.negRiskMarketID).toBe(event.negRiskMarketID);
      expect(market.negRiskRequestID).toMatch(event.negRisk ? WORD : /^$/);
    }
  }
});
