/** Routes of results that can be wrong: proposed, disputed, confirmed or withdrawn, and reversed after payment. */
import * as results from '../schemas/results.ts';
import { AdminEventParams, ConditionParams } from '../schemas/venue.ts';
import { ADMIN, type Route, route } from './route.ts';

const ANY_ERRORS = ['invalid_payload', 'result_invalid'] as const;
const MARKET_ERRORS = [...ANY_ERRORS, 'invalid_market', 'market_not_found'] as const;
const EVENT_ERRORS = [...ANY_ERRORS, 'bad_request', 'event_not_found'] as const;
/** A result is checked when it is proposed, and again when it is confirmed or replaces another. */
const RESULT_ERRORS = ['neg_risk_payouts_invalid', 'result_too_large', 'result_final'] as const;
const PROPOSAL_ERRORS = [...RESULT_ERRORS, 'result_running', 'already_resolved', 'result_proposed'] as const;
const REVERSAL_ERRORS = [
  ...(['market_not_resolved', 'already_resolved', 'result_proposed', 'result_running'] as const),
  ...(['result_too_large', 'result_final'] as const),
] as const;
const CONFIRMATION_ERRORS = [...RESULT_ERRORS, 'result_not_proposed'] as const;

const answer = { response: { 200: results.ResultAnswer } } as const;
const ofMarket = { ...ADMIN, ...answer, params: ConditionParams } as const;
const ofEvent = { ...ADMIN, ...answer, params: AdminEventParams } as const;
const dispute = {
  ...answer,
  errorShape: 'plain',
  params: ConditionParams,
  body: results.ResultDispute,
  errors: [...MARKET_ERRORS, 'bad_request', 'result_not_proposed', 'result_disputed'],
} as const;

export const RESULT_ROUTES = {
  proposeResult: route(ofMarket, 'POST /admin/markets/:condition_id/propose', {
    summary: 'Propose the result of a market: trading stops, and it is paid once it is confirmed',
    role: 'editor',
    body: results.MarketProposal,
    errors: [...MARKET_ERRORS, 'bad_request', 'payouts_invalid', ...PROPOSAL_ERRORS],
  }),
  proposeEventResult: route(ofEvent, 'POST /admin/events/:id/propose', {
    summary: 'Propose the result of a negative-risk event, or a refund of any event',
    role: 'editor',
    body: results.EventProposal,
    errors: [...EVENT_ERRORS, 'not_neg_risk', ...PROPOSAL_ERRORS],
  }),
  disputeResult: route(dispute, 'POST /markets/:condition_id/dispute', {
    summary: 'Dispute a proposed result: its window ends nothing any more, the operator decides',
    auth: 'l2',
    caps: ['trading', 'work'],
    cost: { base: 4 },
  }),
  disputeResultAsOperator: route(dispute, 'POST /admin/markets/:condition_id/dispute', {
    summary: 'Dispute a proposed result, for the operator',
    auth: 'admin',
    caps: [],
  }),
  confirmResult: route(ofMarket, 'POST /admin/markets/:condition_id/confirm', {
    summary: 'Confirm the proposed result, disputed or not: it is paid',
    body: results.ResultNote,
    errors: [...MARKET_ERRORS, ...CONFIRMATION_ERRORS],
  }),
  confirmEventResult: route(ofEvent, 'POST /admin/events/:id/confirm', {
    summary: 'Confirm the proposed result of an event',
    body: results.ResultNote,
    errors: [...EVENT_ERRORS, ...CONFIRMATION_ERRORS],
  }),
  withdrawProposal: route(ofMarket, 'POST /admin/markets/:condition_id/withdraw-proposal', {
    summary: 'Withdraw the proposed result: the market trades again; an editor only its own, while nobody disputes it',
    role: 'editor',
    body: results.ResultReason,
    errors: [...MARKET_ERRORS, 'result_not_proposed'],
  }),
  withdrawEventProposal: route(ofEvent, 'POST /admin/events/:id/withdraw-proposal', {
    summary: 'Withdraw the proposed result of an event',
    role: 'editor',
    body: results.ResultReason,
    errors: [...EVENT_ERRORS, 'result_not_proposed'],
  }),
  reverseResult: route(ofMarket, 'POST /admin/markets/:condition_id/reverse', {
    summary: 'Put another result, a refund or none in place of a paid one; what an account no longer has is its debt',
    body: results.MarketReversal,
    errors: [...MARKET_ERRORS, 'bad_request', 'payouts_invalid', 'neg_risk_payouts_invalid', ...REVERSAL_ERRORS],
  }),
  reverseEventResult: route(ofEvent, 'POST /admin/events/:id/reverse', {
    summary: 'Reverse the paid result of an event',
    body: results.EventReversal,
    errors: [...EVENT_ERRORS, 'not_neg_risk', ...REVERSAL_ERRORS],
  }),
} as const satisfies Record<string, Route>;
