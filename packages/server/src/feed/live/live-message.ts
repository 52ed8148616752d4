/**
 * Messages of the activity feed as they go over the wire. What all readers of a message share is made once; a connection
 * adds its id behind it.
 */

/** Everything of a message but the id of the connection. */
export class LiveMessage {
  readonly #text: string;
  #bytes: Buffer | null = null;

  /** `payload` is JSON. */
  constructor(topic: string, type: string, timestampMs: number, payload: string) {
    this.#text = `{"topic":${JSON.stringify(topic)},"type":"${type}","timestamp":${timestampMs},"payload":${payload}`;
  }

  /** Characters. */
  get size(): number {
    return this.#text.length;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.#text);
    return this.#bytes;
  }

  /** Lets go of the bytes; they are made again on request. */
  release(): void {
    this.#bytes = null;
  }

  /** The whole message of one connection. */
  of(connectionId: string): string {
    return `${this.#text}${tailOf(connectionId)}`;
  }
}

/** What follows the shared part. */
export function tailOf(connectionId: string): string {
  return `,"connection_id":"${connectionId}"}`;
}
