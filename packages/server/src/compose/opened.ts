/** What has been opened so far, closed in reverse order: requests first, the exchange last. */

interface OpenPart {
  readonly name: string;
  readonly close: () => Promise<unknown>;
}

export class Opened {
  #parts: OpenPart[] = [];
  #closing: Promise<void> = Promise.resolve();

  add(name: string, close: () => Promise<unknown>): void {
    this.#parts.unshift({ name, close });
  }

  names(): string[] {
    return this.#parts.map(({ name }) => name);
  }

  /** Each part once, however often it is called. One that cannot be closed does not keep the others open. Rejects with the first error. */
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
