/** Errors of results that are proposed, disputed, confirmed, withdrawn and reversed, and of accounts in debt. */
import type { ErrorCode } from '@bellwether/contract';
import { type MarketId, MICROS_MAX } from '@bellwether/engine';
import type { Stack } from '../stack.ts';
import { type Answer, addEvent, addMarket, admin, type TestMarket, Trader } from '../trader.ts';
import { alike, type ErrorCase, type ErrorCases, says } from './error-case.ts';
import type { Change, ErrorVenue } from './venue.ts';

const FORMS = 'payouts must be given for each outcome and sum to 1';
const CONTROL = 'must not contain control characters other than newline';
const won = { winner: 'Yes' };
const lost = { winner: 'No' };
const refund = { void: 'refund' };
const toNo = { to: lost, note: 'Read again.' };

type Act = 'propose' | 'confirm' | 'dispute' | 'resolve' | 'reverse' | 'withdraw-proposal';
type Venue = Pick<ErrorVenue, 'stack' | 'alice' | 'bob'>;
const onMarket = ({ stack }: Venue, { conditionId }: TestMarket, act: Act, body: object) =>
  admin(stack, 'POST', `/admin/markets/${conditionId}/${act}`, body);
const onEvent = ({ stack }: Venue, { eventId }: TestMarket, act: Act, body: object) =>
  admin(stack, 'POST', `/admin/events/${eventId}/${act}`, body);
type On = typeof onMarket;
const archive = ({ stack }: Venue, { conditionId }: TestMarket) =>
  admin(stack, 'PATCH', `/admin/markets/${conditionId}`, { archived: true });

let added = 0;
const fresh = ({ stack }: Venue): Promise<TestMarket> => addMarket(stack, `Result ${added++}?`);
/** The markets of a fresh event with one winner. */
async function race({ stack }: Venue): Promise<[TestMarket, TestMarket, TestMarket]> {
  const negRisk = { negRisk: true };
  const questions = ['Pine', 'Oak', 'Elm'].map((name) => `${name} ${added}?`);
  added += 1;
  return (await addEvent(stack, questions, negRisk, negRisk)) as [TestMarket, TestMarket, TestMarket];
}

/** Sends a result without letting its payments begin. */
function resolving({ stack }: Venue, { conditionId }: TestMarket, first = 0): void {
  const market = stack.exchange.state.marketsByCondition.get(conditionId as never) as MarketId;
  void stack.exchange.client.submit({ kind: 'ResolveMarket', market, payouts: [first, 10_000 - first] });
}

/** Alice buys ten of the first outcome, and Bob ten of the second. */
async function trade(
  { alice, bob }: Pick<Venue, 'alice' | 'bob'>,
  { yes, no }: TestMarket,
  price = 0.5,
): Promise<void> {
  await bob.placed({ tokenId: no, side: 'BUY', price: String(1 - price), size: '10' });
  await alice.placed({ tokenId: yes, side: 'BUY', price: String(price), size: '10' });
}

/** Runs something while the venue holds all that it may. */
async function whileFull({ stack, alice: { address: wallet } }: Venue, run: () => Promise<Answer>): Promise<Answer> {
  const { collateral, debts } = stack.exchange.state.totals;
  const missing = MICROS_MAX - collateral - debts;
  const amount = `${Math.floor(missing / 1e6)}.${String(missing % 1e6).padStart(6, '0')}`;
  await admin(stack, 'POST', '/admin/deposits', { wallet, amount });
  const answer = await run();
  await admin(stack, 'POST', '/admin/withdrawals', { wallet, amount });
  return answer;
}

/** A trader who owes 10 and has nothing. */
export async function debtor(venue: { readonly stack: Stack }, digits: string, bob: Trader): Promise<Trader> {
  const { stack } = venue;
  const alice = await Trader.open(stack, digits);
  const market = await fresh({ stack, alice, bob });
  await trade({ alice, bob }, market);
  await onMarket({ stack, alice, bob }, market, 'resolve', won);
  for (const { address: wallet, free: amount } of (await alice.account()).wallets)
    if (amount !== '0') await admin(stack, 'POST', '/admin/withdrawals', { wallet, amount });
  await onMarket({ stack, alice, bob }, market, 'reverse', toNo);
  return alice;
}

type Rows = { readonly [Code in ErrorCode]?: ErrorCase };
const row = (run: (venue: ErrorVenue) => Promise<Answer>): ErrorCase => ({ provoke: run });
const nothingProposed: Rows = { result_not_proposed: says(/^no result of the market 0x[0-9a-f]{64} is proposed$/) };
/** A text that the exchange refuses, of a market with a proposal if `on` is given. */
const wordy = (field: string, on?: On, act: Act = 'confirm'): Rows => ({
  result_invalid: says(`invalid result: ${field} ${CONTROL}`, async (venue) => {
    const change = { set: { [field]: 'a\u0007' } };
    if (on === undefined) return change;
    const market = await fresh(venue);
    await onMarket(venue, market, 'propose', won);
    return on(venue, market, act, change.set);
  }),
});

/** Errors of proposals of a market and of an event alike. */
const proposing = (on: On, from: (venue: ErrorVenue) => Promise<[TestMarket, ...TestMarket[]]>): Rows => ({
  ...wordy('note'),
  result_proposed: says(/^a result of this market is proposed: /, async (venue) => {
    const [market] = await from(venue);
    await on(venue, market, 'propose', refund);
    return on(venue, market, 'propose', refund);
  }),
  result_final: says(/^the result of the market 0x[0-9a-f]{64} is final: /, async (venue) => {
    const [first, second] = await race(venue);
    await onMarket(venue, first, 'resolve', lost);
    await archive(venue, first);
    return on(venue, second, 'propose', refund);
  }),
  result_running: says(/^a result of the market 0x[0-9a-f]{64} is being paid or reversed: /, async (venue) => {
    const [first, second] = await race(venue);
    resolving(venue, first);
    return on(venue, second, 'propose', refund);
  }),
  result_too_large: row(async (venue) => {
    const [market] = await from(venue);
    await profit(venue, market);
    return whileFull(venue, () => on(venue, market, 'propose', refund));
  }),
});

/** Alice buys and sells at a better price: a refund takes that back. */
async function profit(venue: Venue, market: TestMarket): Promise<void> {
  await trade(venue, market, 0.4);
  await venue.bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.6', size: '10' });
  await venue.alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.6', size: '10' });
}

const confirming = (on: On): Rows => ({
  ...nothingProposed,
  ...wordy('note', on),
  result_final: says(/^the result of the market 0x[0-9a-f]{64} is final: /, async (venue) => {
    const [first, second] = await race(venue);
    await onMarket(venue, first, 'resolve', lost);
    await on(venue, second, 'propose', refund);
    await archive(venue, first);
    return on(venue, second, 'confirm', {});
  }),
  neg_risk_payouts_invalid: says(/one market of the event has to win$/, async (venue) => {
    const [first, ...others] = await race(venue);
    await onMarket(venue, first, 'propose', lost);
    for (const other of others) await onMarket(venue, other, 'resolve', lost);
    return on(venue, first, 'confirm', {});
  }),
  result_too_large: row(async (venue) => {
    const market = await fresh(venue);
    await profit(venue, market);
    await on(venue, market, 'propose', refund);
    return whileFull(venue, () => on(venue, market, 'confirm', {}));
  }),
});

const apart = says(
  'several markets of the event have proposals of their own: name one of them',
  async ({ stack, ...venue }) => {
    const markets = await addEvent(stack, [`First ${added}?`, `Second ${added++}?`]);
    for (const market of markets) await onMarket({ stack, ...venue }, market, 'propose', won);
    return { at: markets[0]?.eventId ?? '' };
  },
);

const reversing = (on: On): Rows => ({
  ...wordy('note'),
  bad_request: says('note must not be empty', { body: { to: 'open', note: ' ' } }),
  market_not_resolved: says(/^the market 0x[0-9a-f]{64} has no result yet: /, async (venue) =>
    on(venue, (await race(venue))[0], 'reverse', { to: 'open', note: 'Early.' }),
  ),
  already_resolved: row(async (venue) => {
    const [market] = await race(venue);
    await onMarket(venue, market, 'resolve', won);
    return on(venue, market, 'reverse', {
      to: { winner: on === onMarket ? 'Yes' : market.conditionId },
      note: 'Again.',
    });
  }),
  result_proposed: says(/^a result of this market is proposed: /, async (venue) => {
    const [first, second] = await race(venue);
    await onMarket(venue, first, 'resolve', lost);
    await onMarket(venue, second, 'propose', won);
    return on(venue, first, 'reverse', { to: 'open', note: 'Early.' });
  }),
  result_final: says(/^the result of the market 0x[0-9a-f]{64} is final: /, async (venue) => {
    const [market] = await race(venue);
    await onMarket(venue, market, 'resolve', won);
    await archive(venue, market);
    return on(venue, market, 'reverse', { to: refund, note: 'Late.' });
  }),
  result_running: says(/^a result of the market 0x[0-9a-f]{64} is being paid or reversed: /, async (venue) => {
    const [first] = await race(venue);
    resolving(venue, first, 10_000);
    return on(venue, first, 'reverse', { to: 'open', note: 'At once.' });
  }),
  result_too_large: row(async (venue) => {
    const [market] = await race(venue);
    await trade(venue, market);
    await onMarket(venue, market, 'resolve', won);
    return whileFull(venue, () => on(venue, market, 'reverse', { to: refund, note: 'Wrong.' }));
  }),
});

const ofEvent =
  (body: object) =>
  async (venue: ErrorVenue): Promise<Change> => ({
    at: (await race(venue))[0].eventId,
    body,
  });
const ofMarket =
  (body: object) =>
  async (venue: ErrorVenue): Promise<Change> => ({
    at: (await race(venue))[0].conditionId,
    body,
  });

export const RESULT_CASES: ErrorCases = {
  'POST /admin/markets/:condition_id/propose': {
    ...proposing(onMarket, async (venue) => [await fresh(venue)]),
    bad_request: says('send either winner, payouts or void', { body: { winner: 'Yes', void: 'split' } }),
    payouts_invalid: says(FORMS, { body: { payouts: ['0.5', '0.4'] } }),
    neg_risk_payouts_invalid: says(/only the event as a whole can be shared/, ofMarket({ payouts: ['0.5', '0.5'] })),
  },
  'POST /admin/events/:id/propose': {
    ...proposing(onEvent, race),
    bad_request: says('no market of the event is called Mauve?', ofEvent({ winner: 'Mauve?' })),
    not_neg_risk: says('the event is not a negative-risk event', { body: { void: 'split' } }),
    already_resolved: says(/is resolved already: Yes pays 1, No pays 0$/, ({ resolved }) => ({ at: resolved.eventId })),
    neg_risk_payouts_invalid: says(/of the event has lost already$/, async (venue) => {
      const [first] = await race(venue);
      await onMarket(venue, first, 'resolve', lost);
      return onEvent(venue, first, 'propose', { winner: first.conditionId });
    }),
  },
  ...alike(
    {
      ...nothingProposed,
      bad_request: says('reason must not be empty', { body: { reason: ' ' } }),
      result_invalid: says(`invalid result: reason ${CONTROL}`, async (venue) => {
        const market = await fresh(venue);
        await onMarket(venue, market, 'propose', won);
        return { at: market.conditionId, body: { reason: 'a\u0007' } };
      }),
      result_disputed: says(/^the proposed result of the market 0x[0-9a-f]{64} is disputed already$/, async (venue) => {
        const market = await fresh(venue);
        await onMarket(venue, market, 'propose', won);
        await onMarket(venue, market, 'dispute', { reason: 'It was dry.' });
        return { at: market.conditionId };
      }),
    },
    ...['POST /markets/:condition_id/dispute', 'POST /admin/markets/:condition_id/dispute'],
  ),
  'POST /admin/markets/:condition_id/confirm': confirming(onMarket),
  'POST /admin/events/:id/confirm': { ...confirming(onEvent), bad_request: apart },
  'POST /admin/markets/:condition_id/withdraw-proposal': {
    ...nothingProposed,
    ...wordy('reason', onMarket, 'withdraw-proposal'),
  },
  'POST /admin/events/:id/withdraw-proposal': {
    ...nothingProposed,
    ...wordy('reason', onEvent, 'withdraw-proposal'),
    bad_request: apart,
  },
  'POST /admin/markets/:condition_id/reverse': {
    ...reversing(onMarket),
    payouts_invalid: says(FORMS, { body: { ...toNo, to: { payouts: ['0.5', '0.4'] } } }),
    neg_risk_payouts_invalid: says(/one market of the event has to win$/, async (venue) => {
      const [market] = await race(venue);
      await onMarket(venue, market, 'resolve', won);
      return onMarket(venue, market, 'reverse', toNo);
    }),
  },
  'POST /admin/events/:id/reverse': {
    ...reversing(onEvent),
    not_neg_risk: says('the event is not a negative-risk event', { body: { to: 'open', note: 'Wrong.' } }),
  },
};
