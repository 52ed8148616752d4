/** The holder data that resolution previews need. */
import { HOLDERS_LIMIT_MAX } from '@bellwether/contract';

interface HolderFacts {
  readonly proxyWallet: string;
  readonly name: string;
  readonly pseudonym: string;
  readonly displayUsernamePublic: boolean;
  readonly outcomeIndex: number;
  /** Shares held, with at most 6 decimals. */
  readonly amount: number;
}

export type HolderGroups = readonly { readonly holders: readonly HolderFacts[] }[];

/**
 * True if the market may have more holders than the venue lists. `groups` must have been read with the maximum limit.
 */
export function isPartial(groups: HolderGroups): boolean {
  return groups.reduce((count, { holders }) => count + holders.length, 0) >= HOLDERS_LIMIT_MAX;
}
