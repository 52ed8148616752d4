/** Code with a button that copies it. */
import { Button } from './button.tsx';
import { copyText } from './copy.ts';

export function CopyableCode({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <div className='grid gap-1 rounded one-column copyable'>
      <Button size='sm' aria-label={`Copy: ${label}`} onClick={() => void copyText(code, { title: 'Copied' })}>
        Copy
      </Button>
      {/* Scrolls sideways on narrow screens, so it has to be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <section className='copyable__code' tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </div>
  );
}
