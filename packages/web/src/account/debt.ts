/** Words for the debt of an account: a reversal took back a payout that it had spent. Pure. */
import { formatExactMoney } from '../format/numbers.ts';

export function debtRule(debt: string): string {
  return `Your account owes ${formatExactMoney(debt)} since a result was reversed. Until deposits, sales or payouts have paid that, you can sell, merge and cancel, but not buy, split or withdraw.`;
}
