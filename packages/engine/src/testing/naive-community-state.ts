/** What the naive exchange remembers of comments and profiles: flat lists. Tests only. */
import type { AccountId } from '../units/ids.ts';

export interface NaiveComment {
  readonly id: number;
  readonly account: AccountId;
  readonly entity: string;
  /** Ids of the comments above it, the nearest last. */
  readonly above: readonly number[];
  readonly timeMs: number;
  removed: boolean;
  /** Reports that no one has dismissed. */
  openReports: number;
}

export interface NaiveCommunity {
  readonly comments: NaiveComment[];
  /** `comment account mark`. */
  readonly marks: Set<string>;
  names: { readonly account: AccountId; readonly name: string }[];
  moderators: AccountId[];
}

export const createNaiveCommunity = (): NaiveCommunity => ({
  comments: [],
  marks: new Set(),
  names: [],
  moderators: [],
});
