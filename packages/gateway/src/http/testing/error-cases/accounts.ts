/** Errors of positions and the operator's calls. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { addEvent, admin } from '../trader.ts';
import { type ErrorCase, type ErrorCases, says } from './error-case.ts';
import {
  type Asked,
  type ErrorVenue,
  inMode,
  lacks,
  MISSPELT_ADDRESS,
  UNKNOWN_ADDRESS,
  UNKNOWN_HASH,
  UNKNOWN_WALLET,
  VENUE_SECONDS,
  walletsOf,
} from './venue.ts';

const RECORDED_MARKET = new URL('../../../../../venue/src/ops/fixtures/gamma_market.json', import.meta.url);
const RESOLVED = /^the market 0x[0-9a-f]{64} is resolved already: Yes pays 1, No pays 0$/;
const BORROWED = `0x${'5b'.repeat(20)}`;

/** Errors that split, merge and conversion share; `markets` names one in the route's own way. */
function positions(path: string, markets: (conditionId: string) => object) {
  const good = (venue: ErrorVenue, changed: object = {}) => {
    return { body: { ...markets(venue.negRisk[0]?.conditionId ?? ''), amount: '1', ...changed } };
  };
  const but = (text: string | RegExp, changed: object, details?: ErrorCase['details']) =>
    says(text, (venue) => good(venue, changed), details === undefined ? {} : { details });
  return {
    mode_disabled: says(
      'Trading is currently disabled.',
      (venue) => inMode(venue, 'disabled', () => venue.alice.send('POST', path, good(venue).body)),
      { retryAfter: 60, details: { mode: 'disabled' } },
    ),
    invalid_payload: but('Invalid payload: amount must be string', { amount: 1 }),
    bad_request: but(/^wallet has a wrong checksum/, { wallet: MISSPELT_ADDRESS }),
    market_not_found: but('market not found', markets(UNKNOWN_HASH), { conditionId: UNKNOWN_HASH }),
    unknown_wallet: but(UNKNOWN_WALLET, { wallet: UNKNOWN_ADDRESS }, { wallet: UNKNOWN_ADDRESS }),
    wallet_not_owned: says(
      /^the wallet 0x[0-9a-f]{40} belongs to another account; the wallets of this one are 0x[0-9a-f]{40}, 0x[0-9a-f]{40}$/,
      (venue) => good(venue, { wallet: venue.bob.address }),
      { details: (venue) => ({ wallet: venue.bob.address, wallets: walletsOf(venue, venue.alice) }) },
    ),
    amount_out_of_range: but(
      'invalid amounts, amount 0 is not in 0.000001..9000000000',
      { amount: '0' },
      { field: 'amount', amount: '0', minimum: '1', maximum: '9000000000000000' },
    ),
  };
}

const short = (asked: (venue: ErrorVenue) => Asked, { text, details }: ReturnType<typeof lacks>) =>
  says(text, asked, { details });
const one = (conditionId: string) => ({ conditionId });
const ofOpen =
  (amount: string) =>
  ({ open }: ErrorVenue) => ({ body: { conditionId: open.conditionId, amount } });
const CLOSED = {
  market_closed: says(
    'the market is closed',
    ({ resolved }) => ({ body: { conditionId: resolved.conditionId, amount: '1' } }),
    {
      details: ({ resolved }) => ({ conditionId: resolved.conditionId, status: 'resolved', since: VENUE_SECONDS }),
    },
  ),
};

export const POSITION_CASES: ErrorCases = {
  'POST /positions/split': {
    ...positions('/positions/split', one),
    ...CLOSED,
    insufficient_balance: short(
      ofOpen('2000'),
      lacks(1_000_000_000, 2_000_000_000, () => ({ cost: '2000000000', fee: '0' })),
    ),
  },
  'POST /positions/merge': {
    ...positions('/positions/merge', one),
    ...CLOSED,
    insufficient_position: short(
      ofOpen('2000'),
      lacks(0, 2_000_000_000, ({ open }) => ({ conditionId: open.conditionId, tokenId: open.yes })),
    ),
  },
  'POST /positions/convert': {
    ...positions('/positions/convert', (conditionId) => ({ conditionIds: [conditionId] })),
    market_closed: says(
      'the market is closed',
      async ({ stack, alice }) => {
        const markets = await addEvent(stack, ['One?', 'Two?', 'Three?'], { negRisk: true }, { negRisk: true });
        const [first, second] = markets.map(({ conditionId }) => conditionId);
        await admin(stack, 'POST', `/admin/markets/${second}/resolve`, { winner: 'No' });
        return alice.send('POST', '/positions/convert', { conditionIds: [first, second], amount: '1' });
      },
      {
        details: {
          conditionId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
          status: expect.stringMatching(/^resolv(ing|ed)$/),
          since: VENUE_SECONDS,
        },
      },
    ),
    insufficient_position: short(
      ({ negRisk }) => ({ body: { conditionIds: [negRisk[0]?.conditionId], amount: '1' } }),
      lacks(0, 1_000_000, ({ negRisk: [first] }) => ({ conditionId: first?.conditionId, tokenId: first?.no })),
    ),
    not_neg_risk: says(
      'the event is not a negative-risk event',
      ({ open }) => ({ body: { conditionIds: [open.conditionId], amount: '1' } }),
      { details: ({ open }) => ({ conditionId: open.conditionId }) },
    ),
    conversion_invalid: says(/^invalid conversion: /, ({ negRisk, open }) => ({
      body: { conditionIds: [negRisk[0]?.conditionId, open.conditionId], amount: '1' },
    })),
  },
};

const NOT_AN_OBJECT = { invalid_payload: says('Invalid payload: the body must be object', { body: [] }) };
const NO_MARKET = {
  invalid_market: says('Invalid market', { at: '0x12', body: { winner: 'Yes' } }),
  market_not_found: says('market not found', { at: UNKNOWN_HASH, body: { winner: 'Yes' } }),
};
const conflict = (path: string, body: object) => ({
  catalog_conflict: says('slug: already in use: twice', async ({ stack }) => {
    await admin(stack, 'POST', path, { ...body, slug: 'twice' });
    return admin(stack, 'POST', path, { ...body, slug: 'twice' });
  }),
});
const ofNegRisk =
  (body: object) =>
  ({ negRisk }: ErrorVenue) => ({ at: negRisk[0]?.eventId ?? '', body });
const toAlice =
  (amount: string) =>
  ({ alice }: ErrorVenue) => ({ body: { wallet: alice.address, amount } });
const MONEY = {
  invalid_payload: says(/^Invalid payload: amount is malformed: expected a decimal/, {
    body: { wallet: UNKNOWN_ADDRESS, amount: '1e3' },
  }),
  bad_request: says(/^wallet has a wrong checksum/, { body: { wallet: MISSPELT_ADDRESS, amount: '1' } }),
  unknown_wallet: says(UNKNOWN_WALLET, { body: { wallet: UNKNOWN_ADDRESS, amount: '1' } }),
  amount_out_of_range: says('invalid amounts, amount 0 is not in 0.000001..9000000000', toAlice('0')),
};

export const ADMIN_CASES: ErrorCases = {
  'POST /admin/tags': {
    ...NOT_AN_OBJECT,
    ...conflict('/admin/tags', { label: 'Twice' }),
    bad_request: says(/label/, { body: {} }),
  },
  'POST /admin/series': {
    ...NOT_AN_OBJECT,
    ...conflict('/admin/series', { title: 'Twice' }),
    bad_request: says(/title/, { body: {} }),
  },
  'POST /admin/events': {
    ...NOT_AN_OBJECT,
    ...conflict('/admin/events', { title: 'Twice', markets: [{ question: 'Twice?' }] }),
    bad_request: says(/title/, { body: { markets: [] } }),
  },
  'PATCH /admin/events/:id': {
    ...NOT_AN_OBJECT,
    bad_request: says(/./, { body: { title: 5 } }),
    event_not_found: says('event not found', { at: '999999', body: { title: 'x' } }),
    catalog_conflict: says(
      /^event event-of-resolved: each of its markets has a result, it stays closed$/,
      ({ resolved }) => ({ at: resolved.eventId, body: { closed: false } }),
    ),
  },
  'PATCH /admin/markets/:condition_id': {
    ...NOT_AN_OBJECT,
    bad_request: says(/./, { body: { orderPriceMinTickSize: 0.3 } }),
    invalid_market: says('Invalid market', { at: '0x12', body: {} }),
    market_not_found: says('market not found', { at: UNKNOWN_HASH, body: { active: true } }),
    already_resolved: says(RESOLVED, ({ resolved }) => ({
      at: resolved.conditionId,
      body: { acceptingOrders: true },
    })),
  },
  'POST /admin/markets/:condition_id/resolve': {
    ...NO_MARKET,
    invalid_payload: says('Invalid payload: unknown field "loser"', { body: { loser: 'No' } }),
    bad_request: says('winner must be one of Yes, No', { body: { winner: 'Maybe' } }),
    already_resolved: says(RESOLVED, ({ resolved }) => ({
      at: resolved.conditionId,
      body: { winner: 'No' },
    })),
    payouts_invalid: says('payouts must be given for each outcome and sum to 1', { body: { payouts: ['0.5', '0.4'] } }),
    neg_risk_payouts_invalid: says(
      'the markets of a negative-risk event share one winner: only the event as a whole can be shared between its markets',
      ({ negRisk }) => ({ at: negRisk[0]?.conditionId ?? '', body: { payouts: ['0.5', '0.5'] } }),
    ),
  },
  'POST /admin/events/:id/resolve': {
    invalid_payload: says('Invalid payload: unknown field "loser"', ofNegRisk({ loser: 'Red' })),
    bad_request: says('send either winner, winners or void', ofNegRisk({ winner: 'Red?', void: true })),
    event_not_found: says('event not found', { at: '999999', body: { void: true } }),
    not_neg_risk: says('the event is not a negative-risk event', { body: { void: true } }),
    already_resolved: says(RESOLVED, async ({ stack }) => {
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
  'POST /admin/accounts': {
    invalid_payload: says(/^Invalid payload: address is malformed/, { body: { address: '0x12' } }),
    bad_request: says(/^address has a wrong checksum/, { body: { address: MISSPELT_ADDRESS } }),
  },
  'POST /admin/deposits': {
    ...MONEY,
    wallet_borrowed: says(
      new RegExp(`^the demo lends ${BORROWED} to the account 0x[0-9a-f]{40}: deposit to the address of that account`),
      async ({ stack, bob, open }) => {
        const order = { tokenId: open.yes, side: 'BUY', price: '0.01', size: '10' } as const;
        await bob.placeFrom(BORROWED, 2, order);
        return admin(stack, 'POST', '/admin/deposits', { wallet: BORROWED, amount: '1' });
      },
    ),
    deposit_limit: says(/^the venue cannot hold more than [0-9]+ in all$/, toAlice('8999999999')),
  },
  'POST /admin/withdrawals': {
    ...MONEY,
    insufficient_balance: says(
      /^not enough balance \/ allowance: the balance is not enough -> balance: [0-9]+, order amount: 2000000000; in units [0-9.]+ free of 2000 needed, [0-9.]+ missing$/,
      toAlice('2000'),
    ),
  },
  'POST /admin/mode': {
    invalid_payload: says('Invalid payload: mode must be one of open, post_only, cancel_only, disabled', {
      body: { mode: 'shut' },
    }),
  },
  'POST /admin/import': {
    bad_request: says('file is required', { body: [] }),
    catalog_conflict: says(/^clash\.json: /, async ({ stack }) => {
      const recorded = JSON.parse(readFileSync(RECORDED_MARKET, 'utf8')) as object;
      const other = { ...recorded, id: '1', conditionId: UNKNOWN_HASH, clobTokenIds: '["1","2"]' };
      await admin(stack, 'POST', '/admin/import?file=first.json', recorded);
      return admin(stack, 'POST', '/admin/import?file=clash.json', other);
    }),
  },
};
