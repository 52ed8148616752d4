/**
 * Features that a run has or lacks. Parts that are always present hide each other's bugs and cost time in runs that do
 * not use them. Leaving some out of each run finds more bugs in less time (swarm testing: Groce, Zhang, Eide, Chen and
 * Regehr, ISSTA 2012). A feature that is left out is not started at all, and no client uses it.
 */
import { createDice } from '../dice/dice.ts';

/** Share of the seeds that have each feature. */
export const FEATURES = {
  /** Two or three nodes, one of them leading, instead of one process at a time. */
  several_nodes: 0.3,
  /** The projector with its rows, reads of them and their examinations. */
  read_store: 0.4,
  snapshots: 0.7,
  /** Live feeds, and clients that keep books from feed messages. */
  feeds: 0.45,
  /** Clients that read balances and books from a gateway's memory. */
  reads: 0.7,
  /** Signed placements through the order desk. */
  desk: 0.5,
  /** Comments, reactions, profiles and their moderation. */
  community: 0.6,
  /** API keys with heartbeats. */
  heartbeats: 0.6,
  /** Further addresses that sign for an account's wallets. */
  account_keys: 0.5,
  pairs: 0.7,
  /** Repeated orders and keys, and keys reused for other requests. */
  repeats: 0.7,
  money: 0.7,
  /** New markets, and changes of terms, closing times and the venue's mode. */
  changes: 0.7,
  results: 0.75,
  /** Proposals, disputes, refunds and reversals of results. The naive exchange stops deciding at the first. */
  corrections: 0.35,
  /** Events that the house makes. The naive exchange stops deciding at the first. */
  houses: 0.35,
} as const satisfies Record<string, number>;

/**
 * Share of the runs with both features, among those that have drawn several nodes and a read store. Each node writes
 * all rows itself: such runs are one in eight and took a third of the total time.
 */
export const ROWS_OF_SEVERAL = 0.4;

export type Feature = keyof typeof FEATURES;

export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

export type Features = ReadonlySet<Feature>;

export const ALL_FEATURES: Features = new Set(FEATURE_NAMES);

/** Features of a seed, drawn before anything else, each from its own stream. */
export function featuresOf(seed: number): Features {
  const dice = createDice(seed).fork('features');
  const drawn = new Set(FEATURE_NAMES.filter((name) => dice.fork(name).chance(FEATURES[name])));
  const isDear = drawn.has('several_nodes') && drawn.has('read_store');
  if (isDear && !dice.fork('rows of several nodes').chance(ROWS_OF_SEVERAL)) drawn.delete('read_store');
  return drawn;
}

/** The features without `taken`; the same set if nothing is taken. */
export function without(features: Features, taken: readonly Feature[] = []): Features {
  return taken.length === 0 ? features : features.difference(new Set(taken));
}
