/** The holder data that resolution previews need. */
import { HOLDERS_LIMIT_MAX, type Holder } from '@bellwether/contract';

type HolderFacts = Pick<
  Holder,
  'proxyWallet' | 'name' | 'pseudonym' | 'displayUsernamePublic' | 'outcomeIndex' | 'amount'
>;

export type HolderGroups = readonly { readonly holders: readonly HolderFacts[] }[];

/**
 * True if the market may have more holders than the venue lists. `groups` must have been read with the maximum limit.
 */
export function isPartial(groups: HolderGroups): boolean {
  return groups.reduce((count, { holders }) => count + holders.length, 0) >= HOLDERS_LIMIT_MAX;
}
