/** A shortened address with a button that copies the full one. */
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy.ts';
import { Icon } from '../ui/icon.tsx';

export function CopyText({ text, what }: { readonly text: string; readonly what: string }) {
  const copy = () => copyText(text, { title: 'Copied', text }, { tone: 'plain', title: 'Copy it from here', text });
  return (
    <span className='small soft gap-1 inline-row'>
      <code className='mono' title={text}>{`${text.slice(0, 8)}…${text.slice(-6)}`}</code>
      <Button kind='ghost' size='sm' icon aria-label={`Copy ${what}`} onClick={() => void copy()}>
        <Icon name='link' size={14} />
      </Button>
    </span>
  );
}
