/** A private key to reveal, copy or download. Hidden until the user reveals it. */
import { useState } from 'react';
import { VENUE_NAME } from '../format/look.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy.ts';
import { saveText } from '../ui/save-file.ts';

interface KeyBoxProps {
  readonly privateKey: string;
  readonly address: string;
  /** Called when the user has copied or downloaded the key. */
  readonly onSaved?: () => void;
}

export function KeyBox({ privateKey, address, onSaved }: KeyBoxProps) {
  const [isOpen, setOpen] = useState(false);
  const copy = async (): Promise<void> => {
    const done = { title: 'Key copied', text: 'Paste it into a password manager.' };
    if (await copyText(privateKey, done, { text: 'Select the key and copy it.' })) onSaved?.();
    else setOpen(true);
  };
  return (
    <div className='stack gap-2'>
      <input
        className='input small mono'
        aria-label='Private key'
        readOnly
        type={isOpen ? 'text' : 'password'}
        autoComplete='off'
        spellCheck={false}
        value={privateKey}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className='grid gap-2 key-box__ways'>
        <Button onClick={() => setOpen(!isOpen)} aria-pressed={isOpen}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button
          onClick={() => {
            download(privateKey, address);
            onSaved?.();
          }}
        >
          Download
        </Button>
      </div>
    </div>
  );
}

function download(privateKey: string, address: string): void {
  const text = `${VENUE_NAME} account (play money)\nAddress: ${address}\nPrivate key: ${privateKey}\n`;
  saveText(`bellwether-key-${address.slice(0, 10)}.txt`, text, 'text/plain');
}
