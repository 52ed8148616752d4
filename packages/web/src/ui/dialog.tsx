/**
 * A dialog above the page: the browser's own, which keeps the focus inside and gives it back. Where what opened it is
 * gone by then, the page's content takes the focus, so that a reader with a keyboard does not begin at the top again.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Escape, the cross, or a click beside it. */
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** From the lower edge of the window, as wide as it. */
  readonly sheet?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ title, open, onClose, wide = false, sheet = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    return () => {
      // The browser does it only for a dialog that closes while it stands in the page.
      setTimeout(() => giveFocusBack(opener));
    };
  }, [open]);
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the browser itself.
    <dialog
      ref={element}
      className={classNames('dialog', wide && 'dialog--wide', sheet && 'dialog--sheet')}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <div>
          <div className='dialog__head'>
            <h2 id={titleId}>{title}</h2>
            <Button kind='ghost' size='sm' icon aria-label='Close' onClick={onClose}>
              <Icon name='close' />
            </Button>
          </div>
          <div className='dialog__body'>{children}</div>
        </div>
      )}
    </dialog>
  );
}

/** To what opened the dialog, or to the page's content when that is gone; nothing when the reader is elsewhere already. */
function giveFocusBack(opener: Element | null): void {
  const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;
  if (!isNowhere()) return;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  if (isNowhere()) document.getElementById('main')?.focus({ preventScroll: true });
}
