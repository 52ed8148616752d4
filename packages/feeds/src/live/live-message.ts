/**
 * Wire format of the activity feed's messages. The part that all readers share is made once; each connection appends
 * its id.
 */

/** A message without the id of the connection. */
export class LiveMessage {
  readonly #text: string;
  #bytes: Buffer | null = null;

  /** `payload` is JSON. */
  constructor(topic: string, type: string, timestampMs: number, payload: string) {
    this.#text = `{"topic":${JSON.stringify(topic)},"type":"${type}","timestamp":${timestampMs},"payload":${payload}`;
  }

  /** Size in characters. */
  get size(): number {
    return this.#text.length;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.#text);
    return this.#bytes;
  }

  /** Drops the bytes, which are made again on demand. */
  release(): void {
    this.#bytes = null;
  }

  of(connectionId: string): string {
    return `${this.#text}${tailOf(connectionId)}`;
  }
}

/** Text after the shared part. */
export function tailOf(connectionId: string): string {
  return `,"connection_id":"${connectionId}"}`;
}
