/** Collects messages as they arrive and waits for a particular one. */
export class Inbox<Message> {
  readonly all: Message[] = [];
  #changed = Promise.withResolvers<void>();

  readonly add = (message: Message): void => {
    this.all.push(message);
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  };

  /** The first matching message, received already or later. */
  async find(isRight: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.all.find(isRight);
      if (found !== undefined) return found;
      await this.#changed.promise;
    }
  }
}
