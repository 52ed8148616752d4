/**
 * What a run has and what it lacks. Parts that are always there hide bugs of one another and take the time of runs in which
 * nothing asks for them: leaving some out of each run finds more bugs in less time (swarm testing: Groce, Zhang, Eide,
 * Chen and Regehr, ISSTA 2012). What is left out is not started at all, and no client asks for it.
 */
import { createDice } from '../dice/dice.ts';

/** By part, the share of the seeds that have it. */
export const FEATURES = {
  /** Two or three nodes, of which one leads, and not one process at a time. */
  several_nodes: 0.3,
  /** The projector with its rows, reads of them, and what they are examined for. */
  read_store: 0.4,
  /** Snapshots, from which processes start. */
  snapshots: 0.7,
  /** Live feeds, and clients that keep books from their messages. */
  feeds: 0.45,
  /** Clients that read balances and books from the memory of a gateway. */
  reads: 0.7,
  /** Placements that are signed, through the order desk. */
  desk: 0.5,
  /** Comments, reactions, profiles and their moderation. */
  community: 0.6,
  /** API keys with heartbeats. */
  heartbeats: 0.6,
  /** Splits, merges and conversions. */
  pairs: 0.7,
  /** Orders and keys that are sent again, and keys that are sent with something else. */
  repeats: 0.7,
  /** Deposits and withdrawals. */
  money: 0.7,
  /** Markets that are added, and terms, times of closing and the venue's mode that change. */
  changes: 0.7,
  /** Markets and events that are resolved. */
  results: 0.75,
} as const satisfies Record<string, number>;

/**
 * Of the runs that have drawn several nodes and a read store, the share that have both. Each node writes all rows for itself: such
 * runs are one in eight and took a third of the time of all.
 */
export const ROWS_OF_SEVERAL = 0.4;

export type Feature = keyof typeof FEATURES;

export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

export type Features = ReadonlySet<Feature>;

export const ALL_FEATURES: Features = new Set(FEATURE_NAMES);

/** What the run of a seed has: drawn before all else, each part from a stream of its own. */
export function featuresOf(seed: number): Features {
  const dice = createDice(seed).fork('features');
  const drawn = new Set(FEATURE_NAMES.filter((name) => dice.fork(name).chance(FEATURES[name])));
  const isDear = drawn.has('several_nodes') && drawn.has('read_store');
  if (isDear && !dice.fork('rows of several nodes').chance(ROWS_OF_SEVERAL)) drawn.delete('read_store');
  return drawn;
}

/** What is left of them; the same set when nothing is taken away. */
export function without(features: Features, taken: readonly Feature[] = []): Features {
  return taken.length === 0 ? features : features.difference(new Set(taken));
}
