/** Parts opened so far, closed in reverse order: requests first, the exchange last. */

type OpenPart = { readonly name: string; readonly close: () => Promise<unknown>; readonly state: () => string };

export class Opened {
  #parts: OpenPart[] = [];
  #closing: Promise<void> = Promise.resolve();

  /** Adds an open part. `state` describes its progress: as long as that changes, closing makes progress. */
  add(name: string, close: () => Promise<unknown>, state = (): string => ''): void {
    this.#parts.unshift({ name, close, state });
  }

  /** Names of the open parts with their states, in the order of closing. */
  stillOpen(): string[] {
    return this.#parts.map(({ name, state }) => [name, state()].filter((text) => text !== '').join(' '));
  }

  /**
   * Closes each part once, however often it is called. A part that fails to close does not keep the others open.
   * Rejects with the first error.
   */
  closeAll(): Promise<void> {
    const closing = this.#closing.then(() => this.#closeParts());
    this.#closing = closing.catch(() => undefined);
    return closing;
  }

  async #closeParts(): Promise<void> {
    const errors: unknown[] = [];
    for (const part of [...this.#parts]) {
      await part.close().catch((error: unknown) => errors.push(error));
      this.#parts = this.#parts.filter((other) => other !== part);
    }
    if (errors.length > 0) throw errors[0];
  }
}
