/** Shares a page of the venue: its link, the device's share dialog if there is one, and embed code. */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { VENUE_URL } from '../venue/client.ts';
import './share.css';

interface ShareButtonProps {
  readonly title: string;
  /** Path within the app, such as `/market/rain`. */
  readonly path: string;
  /** Slug of a market that can be embedded in other pages; undefined if there is none. */
  readonly embedded?: string;
}

/** Suggested size of the embedded frame, in pixels. */
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

/** True if the browser can share. Some browsers cannot, and none can on insecure pages. */
const canShare = (): boolean => typeof navigator.share === 'function';

function frameCode(slug: string, title: string): string {
  const name = title.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const address = `${VENUE_URL}/embed/market/${encodeURIComponent(slug)}`;
  return `<iframe src="${address}" title="${name}" width="${FRAME.width}" height="${FRAME.height}" style="border:0"></iframe>`;
}

function Copied({ label, text, button }: { readonly label: string; readonly text: string; readonly button: string }) {
  const byHand = { tone: 'plain', title: 'Copy it from the field', text: label } as const;
  const copy = () => copyText(text, { title: 'Copied', text: label }, byHand);
  return (
    <label className='stack small gap-1 bold'>
      {label}
      <span className='gap-2 flex share__row'>
        <input className='input' readOnly value={text} onFocus={(event) => event.target.select()} />
        <Button onClick={() => void copy()}>{button}</Button>
      </span>
    </label>
  );
}
