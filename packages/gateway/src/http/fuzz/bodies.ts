/**
 * Bodies for routes whose schema says too little (catalog input) or that need a signature (orders). All other bodies
 * follow their schema.
 */
import type { Route } from '@bellwether/contract';
import fc, { type Arbitrary } from 'fast-check';
import type { TSchema } from 'typebox';
import { KNOWN_KEY } from './keys.ts';
import { validValue } from './schema-values.ts';
import type { World } from './world.ts';

export interface Body {
  readonly trader: number;
  readonly body: unknown;
}

const word = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => text.trim() !== '');
const tick = fc.constantFrom(0.1, 0.01, 0.005, 0.0025, 0.001, 0.0001);
const flags = fc.record({ active: fc.boolean(), archived: fc.boolean() }, { requiredKeys: [] });

const event = fc.record(
  {
    title: word,
    description: word,
    version: fc.constantFrom('v1', 'v2', 'v3'),
    tags: fc.constantFrom([], ['weather'], [{ label: 'Weather', slug: 'weather' }]),
    markets: fc.array(
      fc.record(
        { question: word, orderPriceMinTickSize: tick, orderMinSize: fc.nat(20) },
        { requiredKeys: ['question'] },
      ),
      {
        maxLength: 3,
      },
    ),
  },
  { requiredKeys: ['title'] },
);

/** Bodies of `POST /order`: signed orders, some of them sent before. */
const order = ({ orders }: World): Arbitrary<Body> =>
  fc.nat().map((index) => {
    const chosen = orders[index % orders.length];
    return { trader: chosen?.trader ?? 0, body: chosen?.body ?? {} };
  });

const anyone = (body: Arbitrary<unknown>): Arbitrary<Body> => fc.record({ trader: fc.nat(), body });

type Maker = (world: World) => Arbitrary<Body>;

/** Amounts in a market in which every trader has shares. */
const pairs: Maker = ({ markets }) =>
  anyone(
    fc.record({ index: fc.nat(2), amount: fc.constantFrom('0.5', '1', '0.000001') }).map(({ index, amount }) => ({
      conditionId: markets[index]?.conditionId ?? '',
      amount,
    })),
  );

const MAKERS: Readonly<Record<string, Maker>> = {
  'POST /order': order,
  'POST /orders': (world) =>
    fc.tuple(order(world), fc.array(order(world), { maxLength: 16 })).map(([first, more]) => ({
      trader: first.trader,
      body: [first, ...more].map(({ body }) => body),
    })),
  'POST /admin/tags': () => anyone(fc.record({ label: word })),
  'POST /admin/series': () => anyone(fc.record({ title: word, recurrence: word }, { requiredKeys: ['title'] })),
  'POST /admin/events': () => anyone(event),
  'PATCH /admin/events/:id': () => anyone(fc.oneof(flags, fc.record({ description: word }))),
  'PATCH /admin/markets/:condition_id': () =>
    anyone(fc.oneof(fc.record({ description: word }), fc.record({ orderMinSize: fc.integer({ min: 1, max: 6 }) }))),
  'POST /admin/import': ({ recorded }) => anyone(fc.constant(recorded)),
  'POST /admin/markets/:condition_id/resolve': () =>
    anyone(fc.constantFrom({ winner: 'Yes' }, { winner: 'No' }, { payouts: ['0.5', '0.5'] }, { payouts: [0, 1] })),
  'POST /admin/events/:id/resolve': () => anyone(fc.constant({ void: true })),
  'POST /admin/markets/:condition_id/propose': () =>
    anyone(
      fc.constantFrom({ winner: 'Yes' }, { payouts: [0, 1], windowHours: 0 }, { void: 'refund' }, { void: 'split' }),
    ),
  'POST /admin/events/:id/propose': () =>
    anyone(fc.constantFrom({ void: 'refund' }, { void: 'split', windowHours: 0.5 })),
  'POST /admin/markets/:condition_id/reverse': () =>
    anyone(fc.constantFrom('open', { winner: 'No' }, { void: 'refund' }).map((to) => ({ to, note: 'Wrong.' }))),
  'POST /admin/events/:id/reverse': () =>
    anyone(fc.constantFrom('open', { void: 'split' }, { void: 'refund' }).map((to) => ({ to, note: 'Wrong.' }))),
  // A body made from the schema hardly ever names a time span that fits its fidelity.
  'POST /batch-prices-history': ({ markets }) =>
    anyone(
      fc
        .record({ index: fc.nat(), interval: fc.constantFrom('1d', '1h', 'max', '2d') })
        .map(({ index, interval }) => ({ markets: [markets[index % markets.length]?.yes ?? ''], interval })),
    ),
  'POST /positions/split': pairs,
  'POST /positions/merge': pairs,
  'POST /positions/convert': ({ markets }) =>
    fc
      .record({ trader: fc.nat(), count: fc.integer({ min: 1, max: 3 }), amount: fc.constantFrom('0.5', '1', '2') })
      .map(({ trader, count, amount }) => ({
        trader,
        // The first three markets belong to one negative-risk event.
        body: { conditionIds: markets.slice(0, count).map(({ conditionId }) => conditionId), amount },
      })),
  'POST /submit': ({ submissions, sessions }) =>
    fc.nat().map((index) => ({ trader: 0, body: submissions[index % (submissions.length + 1)] ?? sessions.batch })),
  'POST /account/keys': () =>
    anyone(
      fc.nat(0xffff).map((number) => ({
        address: `0x${'fc'.repeat(18)}${number.toString(16).padStart(4, '0')}`,
        scopes: ['CLOB'],
        expiration: 4_000_000_000,
      })),
    ),
  'PUT /admin/roles': ({ traders }) =>
    anyone(
      fc.record({
        account: fc.constantFrom(...traders.map(({ address }) => address)),
        // Moderators stay moderators, so that their routes go on accepting them.
        role: fc.constantFrom('moderator', 'operator'),
      }),
    ),
  'DELETE /account/keys': () => anyone(fc.constant({ address: KNOWN_KEY })),
  'POST /v1/session-signers/authorizations': ({ sessions }) => anyone(fc.constant(sessions.authorization)),
  'POST /v1/session-signers/revocations': ({ sessions }) => anyone(fc.constant(sessions.revocation)),
  'POST /comments': (world) =>
    fc.tuple(word, fc.nat(), fc.nat()).map(([body, trader, index]) => ({
      trader,
      body: {
        body,
        parentEntityType: 'Event',
        parentEntityID: Number(world.pool.pick('parentEntityID', index, undefined) ?? 0),
      },
    })),
};

/** A body that the route should be able to use. */
export function bodyValue(route: Route, schema: TSchema, world: World): Arbitrary<Body> {
  const scope = `${route.method} ${route.path}`;
  return MAKERS[scope]?.(world) ?? anyone(validValue(schema, world.pool, scope));
}
