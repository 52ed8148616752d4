/** The part of what the venue says of holders that a resolution is reckoned from. */

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
