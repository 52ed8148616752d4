/** Asks before something is removed that cannot be brought back. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  /** The question. */
  readonly title: string;
  readonly open: boolean;
  /** What the button that does it says. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will be gone, and what stays. */
  readonly children: ReactNode;
}

export function ConfirmDialog({ title, open, action, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <div className='stack'>
        {children}
        <div className='row'>
          <Button
            kind='danger'
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
