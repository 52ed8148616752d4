/** One topic of one connection of the activity feed. */
import type { LiveSubscription } from '@bellwether/contract';
import type { LiveProblem } from './live-outlet.ts';

export interface TopicConnection {
  readonly isSubscribed: boolean;
  /** Takes a subscription as a whole, or says what is wrong with it and does nothing. `types` are the topic's own. */
  subscribe(types: readonly string[], subscription: LiveSubscription): LiveProblem | null;
  /** Ends what it names; without filters all of these types. Ending what is not subscribed to does no harm. */
  unsubscribe(types: readonly string[], subscription: LiveSubscription): LiveProblem | null;
  /** Something that waited has been written. */
  flushed(): void;
  /** Nothing more will come; once. */
  closed(): void;
}

/** A set of types as a number, so that what each token or discussion is wanted for costs next to nothing. */
export class TypeBits {
  readonly #types: readonly string[];

  constructor(types: readonly string[]) {
    this.#types = types;
  }

  /** The set of one type. */
  bit(type: string): number {
    return 1 << this.#types.indexOf(type);
  }

  of(types: readonly string[]): number {
    let bits = 0;
    for (const type of types) bits |= this.bit(type);
    return bits;
  }
}
