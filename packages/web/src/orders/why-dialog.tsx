/** Dialog that explains the state of an order, or how it ended. */
import type { Account } from '../account/account-queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ExplainedOrder } from './explained-order.tsx';
import './orders.css';

interface WhyDialogProps {
  readonly account: Account;
  readonly title: string;
  /** Null while the dialog is closed. */
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
