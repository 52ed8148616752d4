/** The debt of an account whose payout was taken back after it had been spent, in words. Pure. */
import { formatExactMoney } from '../format/numbers.ts';

export function debtRule(debt: string): string {
  return `Your account owes ${formatExactMoney(debt)} since a result was reversed. Until deposits, sales or payouts have paid that, you can sell, merge and cancel, but not buy, split or withdraw.`;
}
