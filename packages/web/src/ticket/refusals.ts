/** Explanations of all order refusals: what happened and what to do. `details` has the venue's own text. */
import { type ErrorCode, isApiError, isBellwetherError, isOrderRefused } from '@bellwether/sdk';
import { signingText } from '../account/signing-text.ts';
import { errorText } from '../venue/error-text.ts';
import type { Refusal } from './order-intent.ts';
import { adviceOf } from './refusal-figures.ts';

type Words = readonly [title: string, advice: string];

const SESSION: Words = [
  'Your session has ended',
  'Sign out and in again on the account page, then place the order again.',
];
const DAMAGED: Words = [
  'The venue could not take the order as it was made',
  'Reload the page and try again. If it happens again, tell the operator what stands below.',
];
const CLOSED: Words = [
  'This market takes no orders any more',
  'It is closed. Positions are paid out when it is resolved.',
];

const WORDS: Readonly<Partial<Record<ErrorCode, Words>>> = {
  insufficient_balance: [
    'Not enough cash',
    'Your free play money does not cover the order and its fee. Open orders hold some back: make it smaller, or cancel one.',
  ],
  insufficient_position: [
    'Not enough shares',
    'You can only sell shares that no open order of yours holds. Make it smaller, or cancel an order.',
  ],
  fok_not_filled: [
    'It could not be filled whole',
    'All or nothing was asked, and the book had less at your worst price. Nothing was traded.',
  ],
  fak_no_match: [
    'No one was there to trade with',
    'The book moved before the order arrived. Nothing was traded: look at the price and try again, or place a limit order.',
  ],
  post_only_would_cross: [
    'It would have traded at once',
    'A post-only order may only rest. Choose a price further from the other side, or switch post-only off.',
  ],
  post_only_order_type: ['Market orders cannot be post-only', 'Place a limit order.'],
  price_off_grid: ['The price is between two steps', 'The market’s smallest price step has changed. Adjust the price.'],
  price_out_of_range: ['The price is out of range', 'Choose a price a little further from 0 and 100¢.'],
  size_below_minimum: ['The order is too small', 'Limit orders have to have the market’s minimum size.'],
  amount_out_of_range: ['The amount is out of range', 'Make the order smaller.'],
  expiration_invalid: ['The expiry is too near', 'An order has to live for at least a minute.'],
  too_many_open_orders: ['You have too many open orders', 'Cancel some of them first.'],
  too_many_wallets: ['You use too many wallets', 'Place the order from a wallet that your account shows.'],
  too_many_matches: ['The order is too large at once', 'It would meet too many orders. Split it into smaller ones.'],
  result_proposed: [
    'A result is proposed',
    'Trading has stopped in this market, and goes on only if the proposal is withdrawn. Open orders can be cancelled.',
  ],
  account_in_debt: [
    'Your account is in debt',
    'A result was reversed after its payout had been spent. Sell, or wait for payouts, before you buy again.',
  ],
  market_not_ready: ['The market is paused', 'It takes no orders at the moment. Try again later.'],
  market_closed: CLOSED,
  trading_not_open: ['Trading has not opened yet', 'Nothing was placed. The market’s page says when it opens.'],
  trading_ended: [
    'Trading has ended',
    'The closing time of this market has come. Nothing was placed; positions are paid out when it is resolved.',
  ],
  mode_disabled: ['Trading is switched off', 'The operator has stopped trading on the whole venue. Try again later.'],
  mode_cancel_only: ['No new orders at the moment', 'The operator lets orders be cancelled only. Try again later.'],
  post_only_mode: [
    'Only post-only orders at the moment',
    'The operator lets orders rest but not trade. Place a limit order with post-only, or try again later.',
  ],
  rate_limited: ['Too many orders at once', 'Wait a moment and try again. Nothing was placed.'],
  invalid_api_key: SESSION,
  unauthenticated: SESSION,
  wrong_owner: SESSION,
  wrong_signer: SESSION,
  invalid_signature: [
    'The signature does not fit',
    'The wallet signed something else than the venue expects. Sign in again; with a browser wallet, check which account it uses.',
  ],
  signature_type_mismatch: DAMAGED,
  maker_not_allowed: ['This wallet may not trade for you', 'Choose another wallet on the account page.'],
  unknown_key: ['This key may not trade for the wallet', 'Its owner never added it, or has revoked it.'],
  key_ended: ['This key has ended', 'Ask the owner of the wallet for a new one.'],
  key_scope: ['This key may not place orders', 'The owner of the wallet can give it the scope CLOB.'],
  order_of_other_signer: [
    'Someone else has placed this order',
    'The owner or another key of the wallet did. Place a new one.',
  ],
  unknown_token: DAMAGED,
  condition_mismatch: DAMAGED,
  invalid_order_payload: DAMAGED,
  order_version_mismatch: DAMAGED,
};

export function refusalOf(error: unknown): Refusal {
  const untold = { details: '', isExplained: false };
  if (!isBellwetherError(error)) return { ...untold, title: 'The order was not placed', advice: errorText(error) };
  if (error.kind === 'signer') return { ...untold, title: 'Not signed', advice: signingText(error) };
  const said = { ...untold, details: error.message };
  if (error.kind === 'invalid_input')
    return { ...said, title: 'This order cannot be placed', advice: 'Nothing was signed or sent.' };
  if (!isApiError(error)) return { ...said, title: 'The order was not placed', advice: errorText(error) };
  const words = error.code === null ? undefined : WORDS[error.code];
  const [title, advice] = words ?? ['The venue refused the order', 'Nothing was placed.'];
  return {
    title,
    advice: adviceOf(error) ?? advice,
    details: error.error,
    // The venue only remembers refusals that name an order.
    isExplained: error.orderId !== null && isOrderRefused(error),
  };
}
