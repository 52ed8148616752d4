/** The part of what the venue says of holders that a resolution is reckoned from. */
import { HOLDERS_LIMIT_MAX } from '@bellwether/contract';

export interface HolderFacts {
  readonly proxyWallet: string;
  readonly name: string;
  readonly pseudonym: string;
  readonly displayUsernamePublic: boolean;
  readonly outcomeIndex: number;
  /** Shares; at most 6 decimals. */
  readonly amount: number;
}

export type HolderGroups = readonly { readonly holders: readonly HolderFacts[] }[];

/** Whether a market may have more holders than the venue lists; `groups` were read with its largest limit. */
export function isPartial(groups: HolderGroups): boolean {
  return groups.reduce((count, { holders }) => count + holders.length, 0) >= HOLDERS_LIMIT_MAX;
}
