/** Messages as bytes. The leader sends most messages to every follower: a repeated message is serialized only once. */
import { serialize } from 'node:v8';

export class MessageBytes {
  #last: unknown = null;
  #bytes: Uint8Array = new Uint8Array(0);

  /** Bytes of a message. Messages must not change after they were sent, and the bytes must not be changed at all. */
  of(message: unknown): Uint8Array {
    if (message !== this.#last) {
      this.#bytes = serialize(message);
      this.#last = message;
    }
    return this.#bytes;
  }
}
