/** Confirmation before a rewind, with its consequences for everyone trading there. */
import { formatCount } from '../format/numbers.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { Place } from './time-fields.ts';
import { clockText } from './time-words.ts';

export interface RewindTo {
  readonly place: Place;
  /** Branch that the moment belongs to. */
  readonly branch: string;
  /** True if the moment is the end of that branch. */
  readonly isEnd?: boolean;
}

interface RewindDialogProps {
  /** Null while the dialog is closed. */
  readonly to: RewindTo | null;
  readonly onConfirm: (to: RewindTo) => void;
  readonly onClose: () => void;
}

export function RewindDialog({ to, onConfirm, onClose }: RewindDialogProps) {
  return (
    <ConfirmDialog
      title='Rewind the sandbox?'
      action='Rewind'
      open={to !== null}
      onClose={onClose}
      onConfirm={() => to !== null && onConfirm(to)}
    >
      {to !== null && (
        <>
          <p>
            A new branch begins with branch {to.branch} <strong>{placeText(to.place)}</strong>, and everyone trades on
            it: prices, orders, positions and balances are what they were then, and who came later has to come again.
          </p>
          <p className='small soft'>
            Time stands still at that moment. Live feeds end and are joined again. The branch that is traded on now
            stays as it is, and you can go on from its end.
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}

function placeText(place: Place): string {
  if ('sequence' in place) return `as it was after entry ${formatCount(place.sequence)}`;
  return `as it was at ${clockText(Date.parse(place.time))}`;
}
