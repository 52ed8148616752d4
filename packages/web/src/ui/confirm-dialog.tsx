/** Asks for confirmation before something is removed irrevocably. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly action: string;
  /** Label of the other button. */
  readonly refrain?: string;
  /** True while the action is not possible yet. */
  readonly isLocked?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ConfirmDialog({
  title,
  open,
  action,
  refrain = 'Cancel',
  isLocked = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <div className='stack'>
        {children}
        <div className='row'>
          <Button
            kind='danger'
            disabled={isLocked}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
          <Button onClick={onClose}>{refrain}</Button>
        </div>
      </div>
    </Dialog>
  );
}
