/**
 * A modal dialog, based on the browser's own, which traps the focus and restores it on close. If the element that
 * opened it is gone by then, the page's content gets the focus, so that keyboard users do not start at the top again.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Called on Escape, the close button, or a click outside. */
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** True for a full-width sheet at the bottom edge of the window. */
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
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <div>
          <div className='row row--apart gap-3 dialog__head'>
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

/** Focuses the opener, or the page's content if the opener is gone. Does nothing if the focus is elsewhere already. */
function giveFocusBack(opener: Element | null): void {
  const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;
  if (!isNowhere()) return;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  if (isNowhere()) document.getElementById('main')?.focus({ preventScroll: true });
}
