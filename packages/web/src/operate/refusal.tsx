/** Explanations of refused operator calls: what happened and what to do. The venue's own text is appended. */
import { isApiError } from '@bellwether/sdk';
import type { ReactNode } from 'react';
import { errorText } from '../venue/error-text.ts';

export function Refusal({ error, children }: { readonly error: unknown; readonly children?: ReactNode }) {
  if (error === null) return null;
  return (
    <p className='small rounded operate__alert' role='alert'>
      {children} {operatorErrorText(error)}
    </p>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  invalid_admin_token: 'The venue does not know this token. Leave and enter the one from the file admin-token.',
  catalog_conflict: 'The venue has something of that name already. Change the address (slug) and try again.',
  already_resolved: 'This market has been resolved already. Reverse its result to change it.',
  result_proposed: 'A result is proposed already. Confirm or withdraw it first.',
  result_not_proposed: 'No result is proposed any more: it was confirmed or withdrawn meanwhile.',
  result_running: 'The last result is still being paid or reversed. Try again in a moment.',
  result_final: 'The market was archived, and with that its result became final.',
  payouts_invalid: 'The payouts of both outcomes have to add up to 1, with at most four decimals.',
  unknown_wallet: 'No account of this venue has that wallet. It appears with its first sign-in.',
  insufficient_balance: 'The wallet has less free play money than that; what open orders hold cannot be taken out.',
  amount_out_of_range: 'That amount is not possible.',
  wallet_borrowed: 'The demo only lends that address. Deposit to the account’s own address or its deposit wallet.',
  deposit_limit: 'With that deposit the venue would hold more than it can count exactly.',
  neg_risk_payouts_invalid:
    'In a one-winner event one market pays its first outcome in full and all others their second; what has lost cannot win.',
  event_not_found: 'The venue has no such event (any more).',
  market_not_found: 'The venue has no such market (any more).',
  suggestion_decided: 'It was decided meanwhile.',
  id_not_found: 'It is gone already.',
};

export function operatorErrorText(error: unknown): string {
  if (!isApiError(error)) {
    return `${errorText(error)} Look whether it took effect before you try again.`;
  }
  const words = error.code === null ? undefined : WORDS[error.code];
  if (words === undefined) return errorText(error);
  // For this code, the venue's own text speaks of orders in micro-units.
  return error.code === 'insufficient_balance' ? words : `${words} (${error.error})`;
}

export const isWrongToken = (error: unknown): boolean => isApiError(error) && error.status === 401;
