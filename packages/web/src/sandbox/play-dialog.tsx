/** Confirmation before a scenario starts, with its consequences for everyone trading there. */
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { type ScenarioChoice, titleOf } from './scenario-text.ts';

interface PlayDialogProps {
  /** Null while the dialog is closed. */
  readonly asked: ScenarioChoice | null;
  readonly onConfirm: (scenario: ScenarioChoice) => void;
  readonly onClose: () => void;
}

export function PlayDialog({ asked, onConfirm, onClose }: PlayDialogProps) {
  return (
    <ConfirmDialog
      title={`Play ${asked === null ? '' : titleOf(asked)}?`}
      action='Play it'
      open={asked !== null}
      onClose={onClose}
      onConfirm={() => asked !== null && onConfirm(asked)}
    >
      <p>
        A new branch begins with nothing but this scenario, and everyone trades on it: accounts, orders and balances of
        now are not there, and every fault is disarmed but those that it brings.
      </p>
      <p className='small soft'>
        Time stands still at its start. The branch that is traded on now stays as it is, and you can go on from its end.
      </p>
    </ConfirmDialog>
  );
}
