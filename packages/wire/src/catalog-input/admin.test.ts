import {
  type CatalogFields,
  EVENT_FIELDS,
  MARKET_FIELDS,
  positionIdsOf,
  SERIES_FIELDS,
  TAG_FIELDS,
} from '@bellwether/contract';
import { type AddToCatalog, applyEntry, createState, decide, type State } from '@bellwether/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseAdminEvent, parseEventPatch, parseMarketPatch, parseSeries, parseTag } from './admin.ts';
import { describeInvalid, type Parsed } from './fields.ts';

let state: State;
let seed: number;

beforeEach(() => {
  state = createState();
  seed = 0;
});

/** A token id that is no position of a market of version v2. */
const big = (value: number): string => String(BigInt(value) << 40n);

const NOW = '2026-06-01T00:00:00.000Z';
const context = () => ({ state, nowMs: Date.parse(NOW), randomBytes: (n: number) => new Uint8Array(n).fill(++seed) });

function parsed<T>(result: Parsed<T>): T {
  if (result.kind === 'invalid') throw new Error(describeInvalid(result));
  return result.value;
}

const problem = (result: Parsed<unknown>): string => (result.kind === 'invalid' ? describeInvalid(result) : 'accepted');

function add(command: AddToCatalog): void {
  const stamp = { sequence: state.sequence + 1, timeMs: Date.parse(NOW) };
  const decision = decide(state, command, stamp);
  if (decision.kind !== 'accepted') throw new Error(JSON.stringify(decision));
  applyEntry(state, { ...stamp, command, events: decision.events });
}

const event = (body: unknown) => parseAdminEvent(body, context());
const accepted = (body: unknown) => parsed(event(body));
const patched = (body: unknown) => parsed(parseMarketPatch(body));

test('admin event: a title and questions are enough', () => {
  const command = accepted({ title: 'Who wins?', markets: [{ question: 'Does A win?' }, { question: 'Does B win?' }] });
  const [added] = command.events;
  const named = { id: null, slug: 'who-wins', ticker: 'who-wins', createdAt: NOW };
  expect(added?.event).toMatchObject({ ...named, active: true, negRisk: false });
  expect(added?.markets.map(({ slug }) => slug)).toEqual(['does-a-win', 'does-b-win']);
  const [first, second] = added?.markets ?? [];
  const terms = { tick: 100, minimumSize: 5_000_000, takerFeeRate: 0, acceptingOrders: true };
  expect(first).toMatchObject({ outcomes: ['Yes', 'No'], ...terms });
  const tokenIds = [first, second].flatMap((market) => market?.tokenIds ?? []);
  expect(new Set([...tokenIds, first?.conditionId, second?.conditionId, first?.questionId]).size).toBe(7);
  add(command);
  expect(state.markets).toHaveLength(2);
});

test('admin event: slugs in use get a number, in the venue and within the request', () => {
  add(accepted({ title: 'Same', markets: [{ question: 'Same?' }] }));
  const { events } = accepted({ title: 'Same', markets: [{ question: 'Same?' }, { question: 'same' }] });
  expect(events[0]?.event.slug).toBe('same-2');
  expect(events[0]?.markets.map(({ slug }) => slug)).toEqual(['same-2', 'same-3']);
});

test('admin event: a label without letters still gets a slug', () =>
  expect(accepted({ title: '???' }).events[0]?.event.slug).toBe('event-01010101'));

test('admin event: the catalog’s own fields are taken, arrays as text or real', () => {
  const names = { question: 'Up?', id: '77', conditionId: `0x${'AB'.repeat(32)}`, slug: 'up', endDate: '2026-07-01' };
  const terms = { orderPriceMinTickSize: 0.0025, orderMinSize: '14.97', takerBaseFee: 700, makerBaseFee: 0 };
  const tokens = { outcomes: '["Up", "Down"]', clobTokenIds: [big(11), big(12)], volume: '12.5', umaBond: '500' };
  const more = { liquidity: 3, sites: ['Alpha'], creator: '0xABC', eventMetadata: { a: 1 } };
  const command = accepted({ title: 'T', id: 5, markets: [{ ...names, ...terms, ...tokens }], ...more });
  expect(command.events[0]?.event).toMatchObject({ id: 5, sites: ['alpha'], creator: '0xabc', metadata: { a: 1 } });
  const ids = { id: 77, conditionId: `0x${'ab'.repeat(32)}`, outcomes: ['Up', 'Down'], tokenIds: [big(11), big(12)] };
  const read = { tick: 25, minimumSize: 14_970_000, takerFeeRate: 700, endDate: '2026-07-01T00:00:00Z' };
  expect(command.events[0]?.markets[0]).toMatchObject({ ...ids, ...read });
  add(command);
});

test('admin event: the fields of a market keep their order, from which the hashes of the journal follow', () => {
  const clobRewards = [{ assetAddress: '0x1', rewardsDailyRate: 5 }];
  const [market] = accepted({ title: 'T', markets: [{ question: 'Up?', clobRewards }] }).events[0]?.markets ?? [];
  expect(Object.keys(market ?? {}).join(' ')).toContain(
    'fpmm notificationsEnabled enableOrderBook acceptingOrderTimestamp secondsDelay rewardsMinSize rewardsMaxSpread ' +
      'rewardsRates is5050Outcome',
  );
});

test('admin event: tags and series are added once and then referred to', () => {
  const first = accepted({
    title: 'One',
    tags: ['World Cup', { label: 'Football', slug: 'soccer' }, 'world cup'],
    series: ['Finals'],
  });
  expect(first.tags.map(({ slug }) => slug)).toEqual(['world-cup', 'soccer']);
  expect(first.events[0]?.event).toMatchObject({ tagSlugs: ['world-cup', 'soccer'], seriesSlugs: ['finals'] });
  add(first);
  const second = accepted({ title: 'Two', tags: ['World Cup', { slug: 'soccer' }], series: [{ title: 'Finals' }] });
  expect(second).toMatchObject({ tags: [], series: [] });
  expect(second.events[0]?.event.tagSlugs).toEqual(['world-cup', 'soccer']);
  add(second);
});

test('admin event: negative risk covers all markets and names their group', () => {
  const { events } = accepted({ title: 'Winner', negRisk: true, markets: [{ question: 'A?' }, { question: 'B?' }] });
  const group = events[0]?.event.negRiskMarketId;
  expect(group).toMatch(/^0x[0-9a-f]{64}$/);
  expect(events[0]?.markets.every((market) => market.negRisk && market.negRiskMarketId === group)).toBe(true);
});

const withMarkets = (...markets: readonly object[]) => ({ title: 'T', markets });
const withMarket = (fields: object) => withMarkets({ question: 'Q?', ...fields });

describe('admin event: markets of version v2', () => {
  const two = [{ question: 'A?' }, { question: 'B?' }];
  test.each([
    [false, /^0x01[0-9a-f]{32}0{28}00$/],
    [true, /^0x02[0-9a-f]{32}00020{16}0000000[01]00$/],
  ])('admin event: with negRisk %s they get structured ids', (negRisk, form) => {
    const [listing] = accepted({ title: 'T', version: 'v2', negRisk, markets: two }).events;
    const ids = listing?.markets.map(({ conditionId }) => conditionId) ?? [];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(form);
    expect(listing?.markets.map(({ tokenIds }) => tokenIds)).toEqual(ids.map(positionIdsOf));
  });

  test('admin event: a copy of a record keeps its ids, of 31 bytes as of 32', () => {
    const id = `0x01${'ab'.repeat(16)}${'0'.repeat(28)}`;
    for (const conditionId of [id, `${id}00`.toUpperCase().replace('X', 'x')])
      for (const version of [{ version: 'v2' }, {}]) {
        const clobTokenIds = positionIdsOf(`${id}00`);
        const [listing] = accepted({ ...version, ...withMarket({ conditionId, clobTokenIds }) }).events;
        expect(listing?.markets[0]).toMatchObject({ conditionId: `${id}00`, tokenIds: clobTokenIds });
      }
  });

  const structured = (start: string) => ({ question: 'Q?', conditionId: `0x${start.padEnd(62, '0')}` });
  const ofV2 = (...markets: readonly object[]) => ({ ...withMarkets(...markets), version: 'v2' });
  const negRisk = { title: 'T', version: 'v2', negRisk: true };
  test.each([
    [{ title: 'T', version: 'v3' }, 'version: must be v1 or v2'],
    [{ title: 'T', version: 'v2' }, 'markets: is required for version v2'],
    [{ ...negRisk, markets: [{ question: 'A?' }] }, 'markets: must be at least two in a negative-risk event'],
    [withMarket({ version: 'v2' }), "markets[0].version: must equal its event's (v1)"],
    [ofV2({ question: 'Q?', version: 'v1' }), "markets[0].version: must equal its event's (v2)"],
    [ofV2({ question: 'Q?', clobTokenIds: [big(1), big(2)] }), 'markets[0].clobTokenIds: must be the position ids'],
    [ofV2({ question: 'Q?', conditionId: `0x${'ab'.repeat(32)}` }), 'markets[0].conditionId: must be a structured id'],
    [ofV2(structured('02ab')), 'markets[0].conditionId: must be a structured id of version v2 that begins with 0x01'],
    [ofV2(structured('01ab'), { question: 'R?' }), 'markets[1].conditionId: is required'],
    [
      { ...negRisk, markets: [structured('02ab'), structured('02cd')] },
      "markets[1].conditionId: must begin with its event's 29 bytes",
    ],
    [withMarket({ clobTokenIds: [big(1), '1234'] }), 'markets[0].clobTokenIds: must not name 1234: its bits 40 to 103'],
  ])('admin event: %j is refused by name', (body, message) => expect(problem(event(body))).toContain(message));
});

test.each([
  [[], 'must be an object'],
  [{}, 'title: is required'],
  [{ title: ' ' }, 'title: must not be empty'],
  [{ title: 1 }, 'title: must be a string'],
  [{ title: 'T', tittle: 'x' }, 'tittle: unknown field'],
  [{ title: 'T', markets: {} }, 'markets: must be an array'],
  [withMarkets({}), 'markets[0].question: is required'],
  [withMarket({ tick: 0.01 }), 'markets[0].tick: unknown field'],
  [withMarket({ orderPriceMinTickSize: 0.02 }), 'markets[0].orderPriceMinTickSize: must be one of'],
  [withMarket({ orderMinSize: 0.0000001 }), 'markets[0].orderMinSize: must be a decimal'],
  [withMarket({ orderMinSize: -1 }), 'markets[0].orderMinSize: must be a decimal'],
  [withMarket({ takerBaseFee: 10001 }), 'markets[0].takerBaseFee: must be an integer'],
  [withMarket({ outcomes: ['A', 'A'] }), 'markets[0].outcomes: outcomes must differ'],
  [withMarket({ outcomes: ['A', 'B', 'C'] }), 'markets[0].outcomes: must name exactly two'],
  [withMarket({ clobTokenIds: ['1', '01'] }), 'markets[0].clobTokenIds: token ids must be decimal'],
  [withMarkets({ question: 'Q?', negRisk: true }, { question: 'R?' }), 'markets[0].negRisk: must equal its event'],
  [withMarket({ slug: 'a b' }), 'markets[0].slug: must be a slug'],
  [withMarkets({ question: 'Q?', slug: 'q' }, { question: 'R?', slug: 'q' }), 'markets[1].slug: already in use: q'],
  [{ title: 'T', tags: [{ slug: 'x' }] }, 'tags[0].label: is required'],
  [{ title: 'T', endDate: '2026-02-30' }, 'endDate: must be an ISO 8601 date'],
  [{ title: 'T', id: '0x1' }, 'id: must be a positive integer id'],
  [{ title: 'T', active: 'yes' }, 'active: must be true or false'],
  [{ title: 'T', eventMetadata: [] }, 'eventMetadata: must be an object'],
])('admin event: %j is refused by name', (body, message) => expect(problem(event(body))).toContain(message));

const UNSHOWN = [
  ['A\u0000B', 'must not contain control characters'],
  ['A\ud800', 'must be well-formed Unicode'],
  ['A\u202eB', 'must not contain hidden characters'],
  ['A\nB', 'must be a single line'],
] as const;
test.each(UNSHOWN)('admin catalog: a title such as %j is refused by name', (text, message) => {
  expect(problem(parseTag({ label: text }, context()))).toContain(`label: ${message}`);
  expect(problem(parseSeries({ title: text }, context()))).toContain(`title: ${message}`);
  expect(problem(event({ title: text }))).toContain(`title: ${message}`);
  expect(problem(event(withMarkets({ question: text })))).toContain(`markets[0].question: ${message}`);
  expect(problem(event({ title: 'T', tags: [{ label: text }] }))).toContain(`tags[0].label: ${message}`);
  expect(problem(parseEventPatch({ title: text }))).toContain(`title: ${message}`);
  expect(problem(parseMarketPatch({ question: text }))).toContain(`question: ${message}`);
  for (const outcomes of [[text, 'B'], JSON.stringify(['A', text])])
    expect(problem(event(withMarket({ outcomes })))).toContain(`markets[0].outcomes: ${message}`);
  expect(problem(event(withMarket({ groupItemTitle: text })))).toContain(`markets[0].groupItemTitle: ${message}`);
  expect(problem(parseMarketPatch({ groupItemTitle: text }))).toContain(`groupItemTitle: ${message}`);
});

test.each(['A\u0000B', '\u001b[2J', 'A\u007f', 'A\u0085B'])(
  'admin catalog: %j is refused in every text by name',
  (text) => {
    const message = 'must not contain control characters other than newline and tab';
    for (const name of ['description', 'resolutionSource', 'ticker', 'image', 'negRiskMarketID', 'creator'])
      expect(problem(event({ title: 'T', [name]: text }))).toBe(`${name}: ${message}`);
    expect(problem(event({ title: 'T', sites: ['a', text] }))).toBe(`sites: ${message}`);
    for (const name of ['description', 'resolutionSource', 'icon', 'questionID'])
      expect(problem(event(withMarket({ [name]: text })))).toBe(`markets[0].${name}: ${message}`);
    expect(problem(parseSeries({ title: 'T', recurrence: text }, context()))).toBe(`recurrence: ${message}`);
    for (const patch of [parseEventPatch, parseMarketPatch])
      expect(problem(patch({ description: text }))).toBe(`description: ${message}`);
  },
);

test('admin catalog: line ends and tabs stay in a description', () => {
  const description = 'By the office:\r\n\t1. first\n';
  expect(accepted({ title: 'T', description }).events[0]?.event.description).toBe(description);
  expect(patched({ description })).toEqual({ description });
});

const CREDENTIALS = [
  'https://me:word@host/x.png',
  'https://me@host',
  'https://:word@host',
  ' //me@host',
  'HTTPS:me@host',
];
test.each(CREDENTIALS)('admin catalog: a link with credentials such as %j is refused by name', (url) => {
  const message = 'must have no user name or password';
  for (const name of ['image', 'icon']) {
    expect(problem(parseSeries({ title: 'T', [name]: url }, context()))).toBe(`${name}: ${message}`);
    expect(problem(event({ title: 'T', [name]: url }))).toBe(`${name}: ${message}`);
    expect(problem(event(withMarket({ [name]: url })))).toBe(`markets[0].${name}: ${message}`);
  }
  for (const patch of [parseEventPatch, parseMarketPatch])
    expect(problem(patch({ resolutionSource: url }))).toBe(`resolutionSource: ${message}`);
});

test('admin catalog: an @ elsewhere in a link, and a source that is no link, are no credentials', () => {
  const texts = { image: 'https://host/@me/x.png?at=a:b@c\n', resolutionSource: 'The office: ask me@host.example' };
  expect(accepted({ title: 'T', ...texts }).events[0]?.event).toMatchObject(texts);
});

test('admin patch: a field that null leaves as it is is named', () => {
  expect(problem(parseEventPatch({ title: null }))).toBe('title: names nothing to change');
});

const textsOf = (fields: CatalogFields) =>
  Object.entries(fields).filter(([, { kind }]) => kind === 'text' || kind === 'required' || kind === 'slug');
const reads = {
  tag: (fields: object) => parseTag({ label: 'L', ...fields }, context()),
  series: (fields: object) => parseSeries({ title: 'T', ...fields }, context()),
  event: (fields: object) => event({ title: 'T', ...fields }),
  market: (fields: object) => event(withMarket(fields)),
} as const;
test.each([
  ['tag', TAG_FIELDS, ''],
  ['series', SERIES_FIELDS, ''],
  ['event', EVENT_FIELDS, ''],
  ['market', MARKET_FIELDS, 'markets[0].'],
] as const)('admin input: each text of a %s has the length that the contract states', (kind, fields, path) => {
  for (const [name, { max }] of textsOf(fields)) {
    expect(problem(reads[kind]({ [name]: 'x'.repeat(max) }))).toBe('accepted');
    const tooLong = problem(reads[kind]({ [name]: 'x'.repeat(max + 1) }));
    expect(tooLong).toBe(`${path}${name}: must have at most ${max} characters`);
  }
});

test('admin event: ids that the venue has are refused by name', () => {
  add(accepted({ title: 'T', id: 5, markets: [{ question: 'Q?', clobTokenIds: [big(1), big(2)], id: 9 }] }));
  expect(problem(event({ title: 'U', id: 5 }))).toBe('id: already in use: 5');
  expect(problem(event({ title: 'U', markets: [{ question: 'R?', id: 9 }] }))).toBe('markets[0].id: already in use: 9');
  const answer = problem(event({ title: 'U', markets: [{ question: 'R?', clobTokenIds: [big(3), big(2)] }] }));
  expect(answer).toBe(`markets[0].clobTokenIds: already in use: ${big(2)}`);
});

test.each<[string, object, object, number | null, number | undefined]>([
  ['the end date, if nothing else is said', { endDate: '2026-07-01' }, {}, Date.parse('2026-07-01'), undefined],
  ['its own end date', { endDate: '2026-07-01' }, { endDate: '2026-08-01' }, Date.parse('2026-08-01'), undefined],
  ['nothing, as it says', { endDate: '2026-07-01' }, { closeTime: null }, null, undefined],
  ['nothing, as its event says', { endDate: '2026-07-01', closeTime: null }, {}, null, undefined],
  ['nothing, for an end that has passed', { endDate: '2026-05-01' }, {}, null, undefined],
  ['nothing, for a closed market', { endDate: '2026-07-01' }, { closed: true }, null, undefined],
  [
    'the time of its event',
    { closeTime: '2026-06-02', openTime: '2026-06-01T12:00:00Z' },
    {},
    1780358400000,
    1780315200000,
  ],
  [
    'its own times',
    { openTime: '2026-06-03' },
    { openTime: '2026-06-02', closeTime: '2026-06-04' },
    1780531200000,
    1780358400000,
  ],
  ['nothing, its own word', { openTime: '2026-06-03' }, { openTime: null }, null, undefined],
])('admin event: trading closes at %s', (_, ofEvent, ofMarket, closeTimeMs, openTimeMs) => {
  const [added] = accepted({ title: 'Timed', ...ofEvent, markets: [{ question: 'Is it?', ...ofMarket }] }).events;
  const [market] = added?.markets ?? [];
  expect([market?.closeTimeMs, market?.openTimeMs]).toEqual([closeTimeMs, openTimeMs]);
});

test('admin tag: the slug comes from the label', () => {
  const answer = parsed(parseTag({ label: 'Élections 2028' }, context())).tags[0];
  expect(answer).toMatchObject({ slug: 'elections-2028', createdAt: NOW });
  expect(problem(parseTag({ title: 'x' }, context()))).toBe('title: unknown field');
});

test('admin series: a title is enough', () => {
  const answer = parsed(parseSeries({ title: 'Weekly BTC' }, context())).series[0];
  expect(answer).toMatchObject({ slug: 'weekly-btc', ticker: 'weekly-btc' });
});

test('admin patch: only what is given changes', () => {
  const answer = patched({ orderPriceMinTickSize: 0.001, orderMinSize: 15, closed: false });
  expect(answer).toEqual({ tick: 10, minimumSize: 15_000_000, closed: false });
  expect(patched({ description: '', takerBaseFee: 0 })).toEqual({ description: '', takerFeeRate: 0 });
  const changes = { title: 'New', archived: true };
  expect(parsed(parseEventPatch(changes))).toEqual({ changes });
  expect(parsed(parseEventPatch({ openTime: null }))).toEqual({ changes: {}, openTimeMs: null });
});

test('admin patch: the names of the market detail do as well', () =>
  expect(
    patched({
      minimum_tick_size: 0.001,
      minimum_order_size: 15,
      taker_base_fee: 20,
      maker_base_fee: 0,
      accepting_orders: false,
      end_date_iso: '2027-01-01',
      game_start_time: '2027-01-02T00:00:00Z',
    }),
  ).toEqual({
    tick: 10,
    minimumSize: 15_000_000,
    takerFeeRate: 20,
    makerFeeRate: 0,
    acceptingOrders: false,
    endDate: '2027-01-01T00:00:00Z',
    gameStartTime: '2027-01-02T00:00:00Z',
  }));

test('admin patch: a field may have both of its names, with one value', () => {
  const all = { acceptingOrders: false, accepting_orders: false, minimum_tick_size: 0.01, orderPriceMinTickSize: 0.01 };
  expect(parseMarketPatch(all)).toEqual(parseMarketPatch({ acceptingOrders: false, orderPriceMinTickSize: 0.01 }));
  expect(patched(all)).toMatchObject({ acceptingOrders: false, tick: 100 });
});

test.each([
  [
    { acceptingOrders: true, accepting_orders: false },
    'accepting_orders: is the same as acceptingOrders, here with another value: send one',
  ],
  [{ AcceptingOrders: true }, 'AcceptingOrders: unknown field; did you mean "acceptingOrders"?'],
  [{}, 'names nothing to change'],
  [{ question: '' }, 'question: must not be empty'],
  [{ slug: 'x' }, 'slug: unknown field'],
  [{ conditionId: 'x' }, 'conditionId: unknown field'],
  [{ closed: 'no' }, 'closed: must be true or false'],
  [{ orderPriceMinTickSize: 1 }, 'orderPriceMinTickSize: must be one of'],
])('admin patch: %j is refused', (body, message) => expect(problem(parseMarketPatch(body))).toContain(message));
