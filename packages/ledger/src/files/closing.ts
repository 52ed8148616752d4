/** Has `using` close a part at the end of its block. */
interface Closable {
  close(): void | Promise<void>;
}

/** The part itself, or null. */
export function closing<Part extends Closable>(part: Part): Part & Disposable & AsyncDisposable;
export function closing<Part extends Closable>(part: Part | null): (Part & Disposable & AsyncDisposable) | null;
export function closing<Part extends Closable>(part: Part | null): Part | null {
  if (part === null) return null;
  const close = (): void | Promise<void> => part.close();
  return Object.assign(part, { [Symbol.dispose]: close, [Symbol.asyncDispose]: close });
}
