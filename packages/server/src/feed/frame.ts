/**
 * A frame of the market feed: all messages that one entry caused for one market. It is made once; every subscriber gets
 * the same bytes. Those who asked for the custom messages get a second form with more in it.
 */
import type { MarketId } from '@bellwether/engine';

export class Frame {
  readonly market: MarketId;
  readonly sequence: number;
  /** Characters of both forms together, about. */
  readonly size: number;
  readonly #plain: string;
  /** null when it has nothing more. */
  readonly #custom: string | null;
  #plainBytes: Buffer | null = null;
  #customBytes: Buffer | null = null;

  /** `messages` are JSON and at least one; `custom` are for those who asked for them. */
  constructor(market: MarketId, sequence: number, messages: readonly string[], custom: readonly string[]) {
    this.market = market;
    this.sequence = sequence;
    this.#plain = frameText(messages);
    this.#custom = custom.length === 0 ? null : frameText([...messages, ...custom]);
    this.size = this.#plain.length + (this.#custom?.length ?? 0);
  }

  bytes(withCustom: boolean): Buffer {
    if (withCustom && this.#custom !== null) {
      this.#customBytes ??= Buffer.from(this.#custom);
      return this.#customBytes;
    }
    this.#plainBytes ??= Buffer.from(this.#plain);
    return this.#plainBytes;
  }

  /** Lets go of the bytes; whoever asks again has them made again. */
  release(): void {
    this.#plainBytes = null;
    this.#customBytes = null;
  }
}

/** One message stands alone, more are an array. */
export function frameText(messages: readonly string[]): string {
  const [only] = messages;
  return messages.length === 1 && only !== undefined ? only : `[${messages.join(',')}]`;
}
