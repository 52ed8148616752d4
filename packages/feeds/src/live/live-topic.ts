/** One topic of one connection of the activity feed. */
import type { LiveSubscription } from '@bellwether/contract';
import type { LiveProblem } from './live-outlet.ts';

export interface TopicConnection {
  readonly isSubscribed: boolean;
  /** Takes a whole subscription, or returns what is wrong and does nothing. `types` are those of the topic. */
  subscribe(types: readonly string[], subscription: LiveSubscription): LiveProblem | null;
  /** Ends the named subscriptions; without filters, all of these types. A no-op for anything not subscribed to. */
  unsubscribe(types: readonly string[], subscription: LiveSubscription): LiveProblem | null;
  /** Called when buffered data has been written. */
  flushed(): void;
  /** Called once, when nothing more will arrive. */
  closed(): void;
}

/** A set of types as a number, so that the types wanted for each token or discussion cost next to nothing. */
export class TypeBits {
  readonly #types: readonly string[];

  constructor(types: readonly string[]) {
    this.#types = types;
  }

  bit(type: string): number {
    return 1 << this.#types.indexOf(type);
  }

  of(types: readonly string[]): number {
    let bits = 0;
    for (const type of types) bits |= this.bit(type);
    return bits;
  }
}
