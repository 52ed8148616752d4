/**
 * What one entry did to one market, ready for the wire: a WebSocket frame for each message, or, for those who asked for
 * it, one for all of them. Each form is made once, when someone wants it; every subscriber of that form gets the same
 * bytes. It never takes messages of two entries or of two markets.
 */
import type { MarketId } from '@bellwether/engine';

/** How a connection wants to be told. */
export interface FrameForm {
  /** The custom messages too. */
  readonly custom: boolean;
  /** All messages in one WebSocket frame. */
  readonly grouped: boolean;
}

/** Characters, about, that a message's place among the others takes. */
const PLACE_SIZE = 22;

export class Frame {
  readonly market: MarketId;
  readonly sequence: number;
  /** Characters of all messages, about. */
  readonly size: number;
  readonly #messages: readonly string[];
  readonly #custom: readonly string[];
  /** Bytes by form: plain, plain grouped, custom, custom grouped. */
  readonly #made: (readonly Buffer[] | undefined)[] = [];

  /** `messages` are JSON objects and at least one; `custom` follow them for those who asked for them. */
  constructor(market: MarketId, sequence: number, messages: readonly string[], custom: readonly string[]) {
    this.market = market;
    this.sequence = sequence;
    this.#messages = messages;
    this.#custom = custom;
    this.size = [...messages, ...custom].reduce((sum, { length }) => sum + length + PLACE_SIZE, 0);
  }

  /** Its messages as JSON objects, without the custom ones and without their places. */
  get messages(): readonly string[] {
    return this.#messages;
  }

  /** How many WebSocket frames it is. */
  count({ custom, grouped }: FrameForm): number {
    return grouped ? 1 : this.#messages.length + (custom ? this.#custom.length : 0);
  }

  /** The payload of each WebSocket frame. */
  payloads({ custom, grouped }: FrameForm): readonly Buffer[] {
    const messages = custom ? [...this.#messages, ...this.#custom] : this.#messages;
    // Forms that are the same share their bytes.
    const slot = (messages.length > this.#messages.length ? 2 : 0) + (grouped && messages.length > 1 ? 1 : 0);
    const made = this.#made[slot] ?? payloads(messages, grouped);
    this.#made[slot] = made;
    return made;
  }

  /** Lets go of the bytes; they are made again when asked for. */
  release(): void {
    this.#made.length = 0;
  }
}

function payloads(messages: readonly string[], grouped: boolean): Buffer[] {
  const count = messages.length;
  const placed = messages.map((message, index) => `${message.slice(0, -1)},"index":${index},"count":${count}}`);
  return (grouped && count > 1 ? [`[${placed.join(',')}]`] : placed).map((text) => Buffer.from(text));
}
