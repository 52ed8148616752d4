/** Comments and profiles in the naive exchange's state: flat lists. Tests only. */
import type { AccountId } from '../units/ids.ts';

export interface NaiveComment {
  readonly id: number;
  readonly account: AccountId;
  readonly entity: string;
  /** Ids of the comments above it, nearest last. */
  readonly above: readonly number[];
  readonly timeMs: number;
  removed: boolean;
  /** Reports that have not been dismissed. */
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
