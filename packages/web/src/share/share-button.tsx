/** Hands a page of the venue on: its link, the device's own way of sharing where it has one, and a frame for other pages. */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { showToast } from '../ui/toast.tsx';
import { VENUE_URL } from '../venue/client.ts';
import './share.css';

export interface ShareButtonProps {
  readonly title: string;
  /** Path below the page's own, such as `/market/rain`. */
  readonly path: string;
  /** Slug of a market that other pages may show; left out where there is none. */
  readonly embedded?: string;
}

/** Size of the frame that is offered, in pixels. */
const FRAME = { width: 440, height: 300 };

export function ShareButton({ title, path, embedded }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const url = `${VENUE_URL}/app${path}`;
  return (
    <>
      <Button size='sm' aria-haspopup='dialog' onClick={() => setOpen(true)}>
        <Icon name='share' size={16} />
        Share
      </Button>
      <Dialog title='Share' open={isOpen} onClose={() => setOpen(false)}>
        <div className='stack'>
          <p>{title}</p>
          <Copied label='Link' text={url} button='Copy link' />
          {embedded !== undefined && (
            <Copied label='Show it on another page' text={frameCode(embedded, title)} button='Copy code' />
          )}
          {canShare() && (
            <Button kind='primary' wide onClick={() => void navigator.share({ title, url }).catch(() => undefined)}>
              Share with…
            </Button>
          )}
        </div>
      </Dialog>
    </>
  );
}

/** Not every browser has it, and none on pages that are not secure. */
function canShare(): boolean {
  return typeof navigator.share === 'function';
}

function frameCode(slug: string, title: string): string {
  const name = title.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const address = `${VENUE_URL}/embed/market/${encodeURIComponent(slug)}`;
  return `<iframe src="${address}" title="${name}" width="${FRAME.width}" height="${FRAME.height}" style="border:0"></iframe>`;
}

function Copied({ label, text, button }: { readonly label: string; readonly text: string; readonly button: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'Copied', text: label });
    } catch {
      showToast({ title: 'Copy it from the field', text: label });
    }
  };
  return (
    <label className='share__field'>
      {label}
      <span className='share__row'>
        <input className='input' readOnly value={text} onFocus={(event) => event.target.select()} />
        <Button onClick={() => void copy()}>{button}</Button>
      </span>
    </label>
  );
}
