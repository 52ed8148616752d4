/**
 * What the gateways of one venue count together. Each keeps all counts in its own memory and tells the others what it
 * changes, in one order that is the same for all; who decides anything by a count holds the others back for as long as
 * that takes, and has heard everything first. So a count is as exact as if there were one gateway.
 */

/** What one part of a gateway hears from the same part of the others. */
export interface ReplicaPart {
  /** Something that another gateway told; in order. Decides nothing: more may follow. */
  take(numbers: readonly number[], texts: readonly string[]): void;
  /** Everything that was told has been taken. */
  caughtUp?(): void;
}

export interface Replicas {
  /** Whether there are others at all. */
  readonly isShared: boolean;
  /** Holds the others back until `leave`, once all that they told has been taken. Calls may be nested. */
  enter(): void;
  leave(): void;
  /** Tells the same part of all others, between `enter` and `leave`. Texts are bytes as `latin1`, 255 at most each. */
  tell(topic: ReplicaTopic, numbers: readonly number[], texts: readonly string[]): void;
  /** The same for what no one has to know at once: it goes with the next decision, or when this gateway looks. */
  tellLater(topic: ReplicaTopic, numbers: readonly number[], texts: readonly string[]): void;
  /** Takes what others have told, and tells what was left for later. */
  look(): void;
  /** Runs it when the outermost `leave` has let the others go on. */
  afterwards(work: () => void): void;
  /** One part a topic. */
  join(topic: ReplicaTopic, part: ReplicaPart): void;
}

/** The parts that count together. */
export const REPLICA_TOPICS = [
  'caps',
  'guesses',
  'requests',
  'signIns',
  'connections',
  'feeds',
  'costs',
  'pushes',
] as const;
export type ReplicaTopic = (typeof REPLICA_TOPICS)[number];

/** One gateway: there is no one to agree with. */
export const ALONE: Replicas = {
  isShared: false,
  enter: () => undefined,
  leave: () => undefined,
  tell: () => undefined,
  tellLater: () => undefined,
  look: () => undefined,
  afterwards: (work) => work(),
  join: () => undefined,
};
