/** Texts kept in this browser, which may refuse to keep any: each use says what the page does then. */

/** The subset of `Storage` used here. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Reads a text; '' if there is none, or if storage is unavailable. */
export function getText(store: TextStore, name: string): string {
  try {
    return store.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text; null removes it. Returns false if storage is unavailable. */
export function keepText(store: TextStore, name: string, text: string | null): boolean {
  try {
    if (text === null) store.removeItem(name);
    else store.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
