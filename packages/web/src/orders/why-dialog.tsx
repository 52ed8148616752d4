/** Why an order is as it is, or how it came to its end. */
import type { Account } from '../account/account.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ExplainedOrder } from './explained-order.tsx';
import './orders.css';

export interface WhyDialogProps {
  readonly account: Account;
  /** What is asked about it. */
  readonly title: string;
  /** null: closed. */
  readonly orderId: string | null;
  readonly onClose: () => void;
}

export function WhyDialog({ account, title, orderId, onClose }: WhyDialogProps) {
  return (
    <Dialog title={title} open={orderId !== null} onClose={onClose} wide>
      {orderId !== null && <ExplainedOrder account={account} orderId={orderId} />}
    </Dialog>
  );
}
