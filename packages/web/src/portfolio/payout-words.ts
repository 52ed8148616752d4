/** Payouts, refunds and their corrections in words. Pure. */
import type { UserActivity } from '@bellwether/sdk';
import { formatExactMoney, formatShares } from '../format/numbers.ts';

/** Kinds of activity that results cause. */
export const RESULT_ACTIVITIES = ['REDEEM', 'REFUND', 'PAYOUT_ADDED', 'PAYOUT_RECLAIMED', 'DEBT'] as const;

type Row = Pick<UserActivity, 'type' | 'size' | 'outcome' | 'usdcSize'>;

/** True if the row corrects what an earlier result paid. */
export const isCorrection = ({ type }: Pick<Row, 'type'>): boolean => type !== 'REDEEM' && type !== 'REFUND';

export function payoutWords({ type, size, outcome, usdcSize }: Row): string {
  const money = formatExactMoney(usdcSize);
  if (type === 'REFUND') return `You got ${money} back: the question was refunded`;
  if (type === 'PAYOUT_ADDED') return `You received ${money}: the result was corrected`;
  if (type === 'PAYOUT_RECLAIMED') return `${money} was taken back: the result was corrected`;
  if (type === 'DEBT') return `Your account owes ${money} of what was taken back: it had no more`;
  return usdcSize === '0'
    ? `Your ${formatShares(size)} ${outcome} lost and paid nothing`
    : `You received ${money} for ${formatShares(size)} ${outcome}`;
}
