import { showToast } from './toast.tsx';

type Toast = Parameters<typeof showToast>[0];

const NOT_ALLOWED: Toast = {
  tone: 'bad',
  title: 'This browser does not let the page copy',
  text: 'Select the text and copy it.',
};

/** Copies text to the clipboard and shows `done`, or how to copy it by hand. Resolves to true if it is copied. */
export async function copyText(text: string, done: Toast, byHand: Partial<Toast> = {}): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(done);
    return true;
  } catch {
    showToast({ ...NOT_ALLOWED, ...byHand });
    return false;
  }
}
