/** Errors of positions and the operator's calls. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { addEvent, addMarket, admin } from '../trader.ts';
import { type ErrorCases, says } from './error-case.ts';
import { debtor } from './results.ts';
import { type Change, type ErrorVenue, lacks, UNKNOWN, VENUE_SECONDS } from './venue.ts';

const RECORDED_MARKET = new URL('../../../../../venue/src/ops/fixtures/gamma_market.json', import.meta.url);
const RESOLVED = /^the market 0x[0-9a-f]{64} is resolved already: Yes pays 1, No pays 0$/;
const PROPOSED = /^a result of this market is proposed: /;
const BORROWED = `0x${'5b'.repeat(20)}`;

const short = (asked: (venue: ErrorVenue) => Change, { text, details }: ReturnType<typeof lacks>) =>
  says(text, asked, { details });
const ofOpen =
  (amount: string) =>
  ({ open }: ErrorVenue) => ({ body: { conditionId: open.conditionId, amount } });
export const POSITION_CASES: ErrorCases = {
  'POST /positions/split': {
    insufficient_balance: short(
      ofOpen('2000'),
      lacks(1_000_000_000, 2_000_000_000, () => ({ cost: '2000000000', fee: '0' })),
    ),
    account_in_debt: {
      details: { debt: '10000000' },
      provoke: async (venue) => {
        const { conditionId } = venue.open;
        return (await debtor(venue, '62', venue.bob)).send('POST', '/positions/split', { conditionId, amount: '1' });
      },
    },
  },
  'POST /positions/merge': {
    insufficient_position: short(
      ofOpen('2000'),
      lacks(0, 2_000_000_000, ({ open }) => ({ conditionId: open.conditionId, tokenId: open.yes })),
    ),
  },
  'POST /positions/convert': {
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
export const ADMIN_CASES: ErrorCases = {
  'POST /admin/tags': conflict('/admin/tags', { label: 'Twice' }),
  'POST /admin/series': conflict('/admin/series', { title: 'Twice' }),
  'POST /admin/events': conflict('/admin/events', { title: 'Twice', markets: [{ question: 'Twice?' }] }),
  'PATCH /admin/events/:id': {
    catalog_conflict: says(
      /^event event-of-resolved: each of its markets has a result, it stays closed$/,
      ({ resolved }) => ({ at: resolved.eventId, body: { closed: false } }),
    ),
  },
  'PATCH /admin/markets/:condition_id': {
    already_resolved: says(RESOLVED, ({ resolved }) => ({
      at: resolved.conditionId,
      body: { acceptingOrders: true },
    })),
  },
  'POST /admin/markets/:condition_id/resolve': {
    bad_request: says('winner must be one of Yes, No', { body: { winner: 'Maybe' } }),
    payouts_invalid: says('payouts must be given for each outcome and sum to 1', { body: { payouts: ['0.5', '0.4'] } }),
    result_proposed: says(PROPOSED, async ({ stack }) => {
      const { conditionId } = await addMarket(stack, 'Proposed?');
      await admin(stack, 'POST', `/admin/markets/${conditionId}/propose`, { winner: 'Yes' });
      return { at: conditionId };
    }),
    neg_risk_payouts_invalid: says(
      'the markets of a negative-risk event share one winner: only the event as a whole can be shared between its markets',
      ({ negRisk }) => ({ at: negRisk[0]?.conditionId ?? '', body: { payouts: ['0.5', '0.5'] } }),
    ),
  },
  'POST /admin/events/:id/resolve': {
    bad_request: says('send either winner, winners, value or void', ofNegRisk({ winner: 'Red?', void: true })),
    not_neg_risk: says('the event is not a negative-risk event', { body: { void: true } }),
    result_proposed: says(PROPOSED, async ({ stack }) => {
      const [first] = await addEvent(stack, ['Up?', 'Down?'], { negRisk: true }, { negRisk: true });
      await admin(stack, 'POST', `/admin/markets/${first?.conditionId}/propose`, { winner: 'Yes' });
      return { at: first?.eventId ?? '', body: { void: true } };
    }),
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
  'POST /admin/deposits': {
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
  'POST /admin/grants': {
    bad_request: says(/^to.group: this venue keeps no groups$/, async () => ({
      body: { to: { group: 'A' }, amount: '1', reason: 'Points' },
    })),
    deposit_limit: says(/^the venue cannot hold more than [0-9]+ in all$/, async () => ({
      body: { to: { all: true }, amount: '8999999999', reason: 'Points' },
    })),
  },
  'POST /admin/withdrawals': {
    insufficient_balance: says(
      /^not enough balance \/ allowance: the balance is not enough -> balance: [0-9]+, order amount: 2000000000; in units [0-9.]+ free of 2000 needed, [0-9.]+ missing$/,
      toAlice('2000'),
    ),
    account_in_debt: says(/^the account owes 10 of a result that was reversed: /, async (venue) => ({
      body: { wallet: (await debtor(venue, '63', venue.bob)).address, amount: '1' },
    })),
  },
  'POST /admin/import': {
    catalog_conflict: says(/^clash\.json: /, async ({ stack }) => {
      const recorded = JSON.parse(readFileSync(RECORDED_MARKET, 'utf8')) as object;
      const other = { ...recorded, id: '1', conditionId: UNKNOWN.hash, clobTokenIds: '["1","2"]' };
      await admin(stack, 'POST', '/admin/import?file=first.json', recorded);
      return admin(stack, 'POST', '/admin/import?file=clash.json', other);
    }),
  },
};
