/**
 * Messages of one entry about one market, ready for the wire: a WebSocket frame for each message, or one frame for all
 * of them on request. Each form is made once, on first use, and all its subscribers get the same bytes. A frame never
 * mixes messages of two entries or of two markets.
 */
import type { MarketId } from '@bellwether/engine';

/** Form in which a connection gets its messages. */
export interface FrameForm {
  readonly custom: boolean;
  /** True for all messages in one WebSocket frame. */
  readonly grouped: boolean;
}

/** Approximate characters of a message's index and count. */
const PLACE_SIZE = 22;

export class Frame {
  readonly market: MarketId;
  readonly sequence: number;
  /** Approximate characters of all messages. */
  readonly size: number;
  readonly #messages: readonly string[];
  readonly #custom: readonly string[];
  /** Bytes by form: plain, plain grouped, custom, custom grouped. */
  readonly #cached: (readonly Buffer[] | undefined)[] = [];

  /** `messages` are JSON objects, at least one; `custom` messages follow for clients that asked for custom ones. */
  constructor(market: MarketId, sequence: number, messages: readonly string[], custom: readonly string[]) {
    this.market = market;
    this.sequence = sequence;
    this.#messages = messages;
    this.#custom = custom;
    this.size = [...messages, ...custom].reduce((sum, { length }) => sum + length + PLACE_SIZE, 0);
  }

  /** Messages as JSON objects, without the custom ones and without their places. */
  get messages(): readonly string[] {
    return this.#messages;
  }

  count({ custom, grouped }: FrameForm): number {
    return grouped ? 1 : this.#messages.length + (custom ? this.#custom.length : 0);
  }

  payloads({ custom, grouped }: FrameForm): readonly Buffer[] {
    const messages = custom ? [...this.#messages, ...this.#custom] : this.#messages;
    // Equal forms share their bytes.
    const slot = (messages.length > this.#messages.length ? 2 : 0) + (grouped && messages.length > 1 ? 1 : 0);
    const made = this.#cached[slot] ?? payloads(messages, grouped);
    this.#cached[slot] = made;
    return made;
  }

  /** Drops the bytes, which are made again on demand. */
  release(): void {
    this.#cached.length = 0;
  }
}

function payloads(messages: readonly string[], grouped: boolean): Buffer[] {
  const count = messages.length;
  const placed = messages.map((message, index) => `${message.slice(0, -1)},"index":${index},"count":${count}}`);
  return (grouped && count > 1 ? [`[${placed.join(',')}]`] : placed).map((text) => Buffer.from(text));
}
