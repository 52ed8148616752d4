/** Errors of positions and the operator's calls. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { addEvent, admin, type Method } from '../trader.ts';
import { type ErrorCase, type ErrorCases, says } from './error-case.ts';
import {
  byAlice,
  byOperator,
  type ErrorVenue,
  idle,
  inMode,
  MISSPELT_ADDRESS,
  type Path,
  UNKNOWN_ADDRESS,
  UNKNOWN_HASH,
  VENUE_SECONDS,
  walletsOf,
} from './venue.ts';

const RECORDED_MARKET = new URL('../../../ops/fixtures/gamma_market.json', import.meta.url);
const BORROWED = `0x${'5b'.repeat(20)}`;

const change = (path: string, body: (venue: ErrorVenue) => object) => byAlice('POST', path, body);

/** Errors that split, merge and conversion share; `markets` names one in the route's own way. */
function positions(path: string, markets: (conditionId: string) => Readonly<Record<string, unknown>>) {
  const good = (venue: ErrorVenue) => ({ ...markets(venue.negRisk[0]?.conditionId ?? ''), amount: '1' });
  const but = (changed: object) => change(path, (venue) => ({ ...good(venue), ...changed }));
  return {
    mode_disabled: {
      text: 'Trading is currently disabled.',
      retryAfter: 60,
      details: { mode: 'disabled' },
      provoke: (venue: ErrorVenue) => inMode(venue, 'disabled', () => venue.alice.send('POST', path, good(venue))),
    },
    invalid_payload: says('Invalid payload: amount must be string', but({ amount: 1 })),
    bad_request: says(/^wallet has a wrong checksum/, but({ wallet: MISSPELT_ADDRESS })),
    market_not_found: {
      text: 'market not found',
      details: { conditionId: UNKNOWN_HASH },
      provoke: change(path, () => ({ ...markets(UNKNOWN_HASH), amount: '1' })),
    },
    unknown_wallet: {
      text: 'unknown wallet',
      details: { wallet: UNKNOWN_ADDRESS },
      provoke: but({ wallet: UNKNOWN_ADDRESS }),
    },
    wallet_not_owned: {
      text: /^the wallet 0x[0-9a-f]{40} belongs to another account; the wallets of this one are 0x[0-9a-f]{40}, 0x[0-9a-f]{40}$/,
      details: (venue: ErrorVenue) => ({ wallet: venue.bob.address, wallets: walletsOf(venue, venue.alice) }),
      provoke: change(path, (venue) => ({ ...good(venue), wallet: venue.bob.address })),
    },
    amount_out_of_range: {
      text: 'invalid amounts, amount 0 is not in 0.000001..9000000000',
      details: { field: 'amount', amount: '0', minimum: '1', maximum: '9000000000000000' },
      provoke: but({ amount: '0' }),
    },
  };
}

const one = (conditionId: string) => ({ conditionId });
const closed = (path: string) => ({
  market_closed: {
    text: 'the market is closed',
    details: ({ resolved }: ErrorVenue) => ({
      conditionId: resolved.conditionId,
      status: 'resolved',
      since: VENUE_SECONDS,
    }),
    provoke: change(path, ({ resolved }) => ({ conditionId: resolved.conditionId, amount: '1' })),
  },
});

export const POSITION_CASES: ErrorCases = {
  'POST /positions/split': {
    ...positions('/positions/split', one),
    ...closed('/positions/split'),
    insufficient_balance: {
      text: /^not enough balance \/ allowance: the balance is not enough -> balance: [0-9]+, order amount: 2000000000; in units [0-9.]+ free of 2000 needed, [0-9.]+ missing$/,
      details: ({ alice }) => ({
        ...idle(alice, '1000000000', '2000000000', '1000000000'),
        cost: '2000000000',
        fee: '0',
      }),
      provoke: change('/positions/split', ({ open }) => ({ conditionId: open.conditionId, amount: '2000' })),
    },
  },
  'POST /positions/merge': {
    ...positions('/positions/merge', one),
    ...closed('/positions/merge'),
    insufficient_position: {
      text: 'not enough balance / allowance: the balance is not enough -> balance: 0, order amount: 2000000000; in units 0 free of 2000 needed, 2000 missing',
      details: ({ alice, open }) => ({
        conditionId: open.conditionId,
        tokenId: open.yes,
        ...idle(alice, '0', '2000000000', '2000000000'),
      }),
      provoke: change('/positions/merge', ({ open }) => ({ conditionId: open.conditionId, amount: '2000' })),
    },
  },
  'POST /positions/convert': {
    ...positions('/positions/convert', (conditionId) => ({ conditionIds: [conditionId] })),
    market_closed: {
      text: 'the market is closed',
      details: {
        conditionId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        status: expect.stringMatching(/^resolv(ing|ed)$/),
        since: VENUE_SECONDS,
      },
      provoke: async (venue) => {
        const markets = await addEvent(venue.stack, ['One?', 'Two?', 'Three?'], { negRisk: true }, { negRisk: true });
        const [first, second] = markets.map(({ conditionId }) => conditionId);
        await admin(venue.stack, 'POST', `/admin/markets/${second}/resolve`, { winner: 'No' });
        return venue.alice.send('POST', '/positions/convert', { conditionIds: [first, second], amount: '1' });
      },
    },
    insufficient_position: {
      text: 'not enough balance / allowance: the balance is not enough -> balance: 0, order amount: 1000000; in units 0 free of 1 needed, 1 missing',
      details: ({ alice, negRisk }) => ({
        conditionId: negRisk[0]?.conditionId,
        tokenId: negRisk[0]?.no,
        ...idle(alice, '0', '1000000', '1000000'),
      }),
      provoke: change('/positions/convert', ({ negRisk }) => ({
        conditionIds: [negRisk[0]?.conditionId],
        amount: '1',
      })),
    },
    not_neg_risk: {
      text: 'the event is not a negative-risk event',
      details: ({ open }) => ({ conditionId: open.conditionId }),
      provoke: change('/positions/convert', ({ open }) => ({ conditionIds: [open.conditionId], amount: '1' })),
    },
    conversion_invalid: says(
      /^invalid conversion: /,
      change('/positions/convert', ({ negRisk, open }) => ({
        conditionIds: [negRisk[0]?.conditionId, open.conditionId],
        amount: '1',
      })),
    ),
  },
};

const notAnObject = (method: Method, path: Path) => ({
  invalid_payload: says('Invalid payload: the body must be object', byOperator(method, path, [])),
});
const twice =
  (path: string, body: unknown): ErrorCase['provoke'] =>
  async ({ stack }) => {
    await admin(stack, 'POST', path, body);
    return admin(stack, 'POST', path, body);
  };
const market =
  (more = '') =>
  ({ open }: ErrorVenue): string =>
    `/admin/markets/${open.conditionId}${more}`;
const resolving = (body: object) => byOperator('POST', market('/resolve'), body);
const resolvingEvent = (body: object) =>
  byOperator('POST', ({ negRisk }) => `/admin/events/${negRisk[0]?.eventId}/resolve`, body);
/** Moves an amount of Alice's. */
const toAlice = (path: string, amount: string) =>
  byOperator('POST', path, ({ alice }: ErrorVenue) => ({ wallet: alice.address, amount }));
const money = (path: string) => ({
  invalid_payload: says(
    /^Invalid payload: amount is malformed: expected a decimal/,
    byOperator('POST', path, { wallet: UNKNOWN_ADDRESS, amount: '1e3' }),
  ),
  bad_request: says(
    /^wallet has a wrong checksum/,
    byOperator('POST', path, { wallet: MISSPELT_ADDRESS, amount: '1' }),
  ),
  unknown_wallet: says('unknown wallet', byOperator('POST', path, { wallet: UNKNOWN_ADDRESS, amount: '1' })),
  amount_out_of_range: says('invalid amounts, amount 0 is not in 0.000001..9000000000', toAlice(path, '0')),
});

export const ADMIN_CASES: ErrorCases = {
  'POST /admin/tags': {
    ...notAnObject('POST', '/admin/tags'),
    bad_request: says(/label/, byOperator('POST', '/admin/tags', {})),
    catalog_conflict: says('slug: already in use: twice', twice('/admin/tags', { label: 'Twice', slug: 'twice' })),
  },
  'POST /admin/series': {
    ...notAnObject('POST', '/admin/series'),
    bad_request: says(/title/, byOperator('POST', '/admin/series', {})),
    catalog_conflict: says('slug: already in use: twice', twice('/admin/series', { title: 'Twice', slug: 'twice' })),
  },
  'POST /admin/events': {
    ...notAnObject('POST', '/admin/events'),
    bad_request: says(/title/, byOperator('POST', '/admin/events', { markets: [] })),
    catalog_conflict: says(
      'slug: already in use: twice',
      twice('/admin/events', { title: 'Twice', slug: 'twice', markets: [{ question: 'Twice?' }] }),
    ),
  },
  'PATCH /admin/events/:id': {
    ...notAnObject('PATCH', ({ open }) => `/admin/events/${open.eventId}`),
    bad_request: says(
      /./,
      byOperator('PATCH', ({ open }) => `/admin/events/${open.eventId}`, { title: 5 }),
    ),
    event_not_found: says('event not found', byOperator('PATCH', '/admin/events/999999', { title: 'x' })),
    catalog_conflict: says(
      /^event event-of-resolved: each of its markets has a result, it stays closed$/,
      byOperator('PATCH', ({ resolved }) => `/admin/events/${resolved.eventId}`, { closed: false }),
    ),
  },
  'PATCH /admin/markets/:condition_id': {
    ...notAnObject('PATCH', market()),
    bad_request: says(/./, byOperator('PATCH', market(), { orderPriceMinTickSize: 0.3 })),
    invalid_market: says('Invalid market', byOperator('PATCH', '/admin/markets/0x12', {})),
    market_not_found: says('market not found', byOperator('PATCH', `/admin/markets/${UNKNOWN_HASH}`, { active: true })),
    already_resolved: says(
      'the market is resolved already',
      byOperator('PATCH', ({ resolved }) => `/admin/markets/${resolved.conditionId}`, { acceptingOrders: true }),
    ),
  },
  'POST /admin/markets/:condition_id/resolve': {
    invalid_payload: says('Invalid payload: unknown field "loser"', resolving({ loser: 'No' })),
    bad_request: says('winner must be one of Yes, No', resolving({ winner: 'Maybe' })),
    invalid_market: says('Invalid market', byOperator('POST', '/admin/markets/0x12/resolve', { winner: 'Yes' })),
    market_not_found: says(
      'market not found',
      byOperator('POST', `/admin/markets/${UNKNOWN_HASH}/resolve`, { winner: 'Yes' }),
    ),
    already_resolved: says(
      'the market is resolved already',
      byOperator('POST', ({ resolved }) => `/admin/markets/${resolved.conditionId}/resolve`, { winner: 'No' }),
    ),
    payouts_invalid: says(
      'payouts must be given for each outcome and sum to 1',
      resolving({ payouts: ['0.5', '0.4'] }),
    ),
    neg_risk_payouts_invalid: says(
      'the markets of a negative-risk event share one winner: only the event as a whole can be shared between its markets',
      byOperator('POST', ({ negRisk }) => `/admin/markets/${negRisk[0]?.conditionId}/resolve`, {
        payouts: ['0.5', '0.5'],
      }),
    ),
  },
  'POST /admin/events/:id/resolve': {
    invalid_payload: says('Invalid payload: unknown field "loser"', resolvingEvent({ loser: 'Red' })),
    bad_request: says('send either winner, winners or void', resolvingEvent({ winner: 'Red?', void: true })),
    event_not_found: says('event not found', byOperator('POST', '/admin/events/999999/resolve', { void: true })),
    not_neg_risk: says(
      'the event is not a negative-risk event',
      byOperator('POST', ({ open }) => `/admin/events/${open.eventId}/resolve`, { void: true }),
    ),
    already_resolved: says('the market is resolved already', async ({ stack }) => {
      const [{ eventId } = { eventId: '' }] = await addEvent(stack, ['Over?'], { negRisk: true }, { negRisk: true });
      await admin(stack, 'POST', `/admin/events/${eventId}/resolve`, { winner: 'Over?' });
      return admin(stack, 'POST', `/admin/events/${eventId}/resolve`, { winner: 'Over?' });
    }),
    neg_risk_payouts_invalid: says(
      /^the markets of a negative-risk event share one winner: market 0x[0-9a-f]{64} of the event has lost already$/,
      async ({ stack }) => {
        const markets = await addEvent(stack, ['Pine?', 'Oak?', 'Elm?'], { negRisk: true }, { negRisk: true });
        const { conditionId, eventId } = markets[0] ?? { conditionId: '', eventId: '' };
        await admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'No' });
        return admin(stack, 'POST', `/admin/events/${eventId}/resolve`, { winner: conditionId });
      },
    ),
  },
  'POST /admin/deposits': {
    ...money('/admin/deposits'),
    wallet_borrowed: says(
      new RegExp(`^the demo lends ${BORROWED} to the account 0x[0-9a-f]{40}: deposit to the address of that account`),
      async ({ stack, bob, open }) => {
        const order = { tokenId: open.yes, side: 'BUY', price: '0.01', size: '10' } as const;
        const { body } = await bob.sign(order, { address: BORROWED, signatureType: 2 });
        await bob.send('POST', '/order', body);
        return admin(stack, 'POST', '/admin/deposits', { wallet: BORROWED, amount: '1' });
      },
    ),
    deposit_limit: says(/^the venue cannot hold more than [0-9]+ in all$/, toAlice('/admin/deposits', '8999999999')),
  },
  'POST /admin/withdrawals': {
    ...money('/admin/withdrawals'),
    insufficient_balance: says(
      /^not enough balance \/ allowance: the balance is not enough -> balance: [0-9]+, order amount: 2000000000; in units [0-9.]+ free of 2000 needed, [0-9.]+ missing$/,
      toAlice('/admin/withdrawals', '2000'),
    ),
  },
  'POST /admin/mode': {
    invalid_payload: says(
      'Invalid payload: mode must be one of open, post_only, cancel_only, disabled',
      byOperator('POST', '/admin/mode', { mode: 'shut' }),
    ),
  },
  'POST /admin/import': {
    bad_request: says('file is required', byOperator('POST', '/admin/import', [])),
    catalog_conflict: says(/^clash\.json: /, async ({ stack }) => {
      const recorded = JSON.parse(readFileSync(RECORDED_MARKET, 'utf8')) as object;
      const other = { ...recorded, id: '1', conditionId: UNKNOWN_HASH, clobTokenIds: '["1","2"]' };
      await admin(stack, 'POST', '/admin/import?file=first.json', recorded);
      return admin(stack, 'POST', '/admin/import?file=clash.json', other);
    }),
  },
};
