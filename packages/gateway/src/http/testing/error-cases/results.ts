/** Errors of results that are proposed, disputed, confirmed, withdrawn and reversed. */
import { expect } from 'vitest';
import { addEvent, addMarket, admin, type TestMarket } from '../trader.ts';
import { alike, type ErrorCases, says } from './error-case.ts';
import type { Change, ErrorVenue } from './venue.ts';

const FORMS = 'payouts must be given for each outcome and sum to 1';
const RESOLVED = /^the market 0x[0-9a-f]{64} is resolved already: Yes pays 1, No pays 0$/;
const LOST =
  /^the markets of a negative-risk event share one winner: market 0x[0-9a-f]{64} of the event has lost already$/;
const negRisk = { negRisk: true };

type Act = 'propose' | 'confirm' | 'dispute' | 'resolve' | 'reverse';
const act = ({ stack }: ErrorVenue, { conditionId }: TestMarket, name: Act, body: object) =>
  admin(stack, 'POST', `/admin/markets/${conditionId}/${name}`, body);
const won = { winner: 'Yes' };
const toNo = { to: { winner: 'No' }, note: 'Read again.' };

let added = 0;
/** A fresh market after these acts, or the first of a fresh event with one winner. */
async function marketAfter(venue: ErrorVenue, acts: readonly (readonly [Act, object])[]): Promise<TestMarket> {
  const market = await addMarket(venue.stack, `Result ${added++}?`);
  for (const [name, body] of acts) await act(venue, market, name, body);
  return market;
}
const race = async ({ stack }: ErrorVenue): Promise<TestMarket> =>
  (await addEvent(stack, [`Pine ${added}?`, `Oak ${added}?`, `Elm ${added++}?`], negRisk, negRisk))[0] as TestMarket;
const ofEvent = ({ negRisk: [first] }: ErrorVenue, body: object): Change => ({ at: first?.eventId ?? '', body });
const ofMarket = ({ negRisk: [first] }: ErrorVenue, body: object): Change => ({ at: first?.conditionId ?? '', body });

const nothingProposed = {
  result_not_proposed: says(/^no result of the market 0x[0-9a-f]{64} is proposed$/),
};

export const RESULT_CASES: ErrorCases = {
  'POST /admin/markets/:condition_id/propose': {
    bad_request: says('send either winner, payouts or void', { body: { winner: 'Yes', void: 'split' } }),
    payouts_invalid: says(FORMS, { body: { payouts: ['0.5', '0.4'] } }),
    neg_risk_payouts_invalid: says(/only the event as a whole can be shared/, (venue) =>
      ofMarket(venue, { payouts: ['0.5', '0.5'] }),
    ),
    result_proposed: says(/^a result of this market is proposed: /, async (venue) =>
      act(venue, await marketAfter(venue, [['propose', won]]), 'propose', won),
    ),
  },
  'POST /admin/events/:id/propose': {
    bad_request: says('no market of the event is called Mauve?', (venue) => ofEvent(venue, { winner: 'Mauve?' })),
    not_neg_risk: says('the event is not a negative-risk event', { body: { void: 'split' } }),
    neg_risk_payouts_invalid: says(LOST, async (venue) => {
      const first = await race(venue);
      await act(venue, first, 'resolve', { winner: 'No' });
      return admin(venue.stack, 'POST', `/admin/events/${first.eventId}/propose`, { winner: first.conditionId });
    }),
    already_resolved: says(RESOLVED, ({ resolved }) => ({ at: resolved.eventId })),
    result_proposed: says(/^a result of this market is proposed: /, async (venue) => {
      const { eventId } = await race(venue);
      const path = `/admin/events/${eventId}/propose`;
      await admin(venue.stack, 'POST', path, { void: 'refund' });
      return admin(venue.stack, 'POST', path, { void: 'split' });
    }),
  },
  ...alike(
    {
      ...nothingProposed,
      bad_request: says('reason must not be empty', { body: { reason: ' ' } }),
      result_disputed: says(/^the proposed result of the market 0x[0-9a-f]{64} is disputed already$/, async (venue) => {
        const market = await marketAfter(venue, [
          ['propose', won],
          ['dispute', { reason: 'No.' }],
        ]);
        return { at: market.conditionId };
      }),
    },
    'POST /markets/:condition_id/dispute',
    'POST /admin/markets/:condition_id/dispute',
  ),
  ...alike(
    nothingProposed,
    ...['POST /admin/markets/:condition_id/confirm', 'POST /admin/markets/:condition_id/withdraw-proposal'],
  ),
  ...alike(
    {
      ...nothingProposed,
      bad_request: says('several markets of the event have proposals of their own: name one of them', async (venue) => {
        const markets = await addEvent(venue.stack, [`First ${added}?`, `Second ${added++}?`]);
        for (const market of markets) await act(venue, market, 'propose', won);
        return { at: markets[0]?.eventId ?? '' };
      }),
    },
    ...['POST /admin/events/:id/confirm', 'POST /admin/events/:id/withdraw-proposal'],
  ),
  'POST /admin/markets/:condition_id/reverse': {
    bad_request: says('note must not be empty', { body: { to: 'open', note: ' ' } }),
    payouts_invalid: says(FORMS, { body: { ...toNo, to: { payouts: ['0.5', '0.4'] } } }),
    market_not_resolved: says(/^the market 0x[0-9a-f]{64} has no result yet: /),
    result_final: says(/^the result of the market 0x[0-9a-f]{64} is final: /, async (venue) => {
      const market = await marketAfter(venue, [['resolve', won]]);
      await admin(venue.stack, 'PATCH', `/admin/markets/${market.conditionId}`, { archived: true });
      return act(venue, market, 'reverse', toNo);
    }),
    result_running: says(/^a result of the market 0x[0-9a-f]{64} is being paid or reversed: /, async (venue) => {
      const market = await marketAfter(venue, []);
      // The second comes before the steps of the first.
      const [, second] = await Promise.all([act(venue, market, 'resolve', won), act(venue, market, 'reverse', toNo)]);
      return second ?? expect.unreachable();
    }),
  },
  'POST /admin/events/:id/reverse': {
    bad_request: says('note must not be empty', { body: { to: 'open', note: ' ' } }),
    not_neg_risk: says('the event is not a negative-risk event', { body: { ...toNo, to: { winner: 'Open?' } } }),
  },
};
