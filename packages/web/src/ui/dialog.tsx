/**
 * A modal dialog, based on the browser's own, which traps the focus and restores it on close. If the element that
 * opened it is gone by then, the page's content gets the focus, so that keyboard users do not start at the top again.
 */
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Called on Escape, the close button, or a click outside. */
  readonly onClose: () => void;
  /** Question before the dialog is left, if it shows something that cannot be shown again; null to close at once. */
  readonly asks?: string | null;
  readonly wide?: boolean;
  /** True for a full-width sheet at the bottom edge of the window. */
  readonly sheet?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ title, open, onClose, asks = null, wide = false, sheet = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [isAsked, setAsked] = useState(false);
  const isKept = open && asks !== null;
  const leave = isKept ? () => setAsked(true) : onClose;
  if (isAsked && !isKept) setAsked(false);
  // Another address, and with it the page's end, asks too.
  useBlocker({
    shouldBlockFn: () => {
      setAsked(true);
      return true;
    },
    disabled: !isKept,
  });
  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    return () => {
      // Browsers restore the focus only if the dialog closes while it is still in the document.
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
      onCancel={(event) => {
        if (!isKept) return;
        event.preventDefault();
        leave();
      }}
      onClose={() => {
        // Browsers close a dialog at the second Escape, whatever was said to the first.
        if (isKept) element.current?.showModal();
        leave();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) leave();
      }}
    >
      {open && (
        <div>
          <div className='row row--apart gap-3 dialog__head'>
            <h2 id={titleId}>{title}</h2>
            <Button kind='ghost' size='sm' icon aria-label='Close' onClick={leave}>
              <Icon name='close' />
            </Button>
          </div>
          <div className='dialog__body'>
            {isAsked && (
              <div className='stack gap-2 pad rounded notice notice--warn dialog__question' role='alert'>
                <p>{asks}</p>
                <div className='row'>
                  <Button autoFocus onClick={() => setAsked(false)}>
                    Keep it open
                  </Button>
                  <Button kind='danger' onClick={onClose}>
                    Close it
                  </Button>
                </div>
              </div>
            )}
            {children}
          </div>
        </div>
      )}
    </dialog>
  );
}

/** Focuses the opener, or the page's content if the opener is gone. Does nothing if the focus is elsewhere already. */
function giveFocusBack(opener: Element | null): void {
  const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;
  if (!isNowhere()) return;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  if (isNowhere()) document.getElementById('main')?.focus({ preventScroll: true });
}
