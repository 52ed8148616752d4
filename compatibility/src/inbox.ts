/** Messages as they come, and waiting for one. */
export class Inbox<Message> {
  readonly all: Message[] = [];
  #changed = Promise.withResolvers<void>();

  readonly add = (message: Message): void => {
    this.all.push(message);
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  };

  /** The first message that is right, come or still to come. */
  async find(isRight: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.all.find(isRight);
      if (found !== undefined) return found;
      await this.#changed.promise;
    }
  }
}
