/** Refusals of results: while one is proposed, paid or reversed, and of an account that owes what a reversal took. */
import { orNull, text } from './described.ts';
import { amount, seconds } from './figures.ts';

export const RESULT_REFUSALS = {
  result_proposed: {
    status: 400,
    text: 'a result of this market is proposed: until it is confirmed or withdrawn, it takes no orders and no other result',
    figures: {
      conditionId: text('the market'),
      until: orNull(seconds('end of the window for disputes; null: it is disputed, and the operator decides')),
    },
    about: 'the proposal of its result stops trading',
  },
  account_in_debt: {
    status: 400,
    text: 'the account owes {debt} of a result that was reversed: it can buy, split and withdraw once deposits, sales or payouts have paid that',
    figures: { debt: amount('what the account owes the house') },
    about: 'a reversal took more than the account had',
  },
  already_resolved: { status: 409, text: 'the market {market} is resolved already: {result}' },
  result_not_proposed: { status: 409, text: 'no result of the market {market} is proposed' },
  result_disputed: { status: 409, text: 'the proposed result of the market {market} is disputed already' },
  result_running: {
    status: 409,
    text: 'a result of the market {market} is being paid or reversed: try again when its status is resolved',
  },
  result_final: {
    status: 409,
    text: 'the result of the market {market} is final: archiving it ended the time in which it could be reversed',
  },
  result_too_large: {
    status: 400,
    text: 'the accounts cannot hold this result: with it the venue would exceed {maximum}',
  },
  result_invalid: { status: 400, text: 'invalid result: {detail}' },
  payouts_invalid: { status: 400, text: 'payouts must be given for each outcome and sum to 1' },
  neg_risk_payouts_invalid: { status: 400, text: 'the markets of a negative-risk event share one winner: {detail}' },
} as const;
