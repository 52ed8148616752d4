/** Messages as bytes. The node that leads says most of what it says to each that follows: the same message again is not made again. */
import { serialize } from 'node:v8';

export class MessageBytes {
  #last: unknown = null;
  #bytes: Uint8Array = new Uint8Array(0);

  /** A message is not changed once it has been sent. The bytes are not to be changed. */
  of(message: unknown): Uint8Array {
    if (message !== this.#last) {
      this.#bytes = serialize(message);
      this.#last = message;
    }
    return this.#bytes;
  }
}
