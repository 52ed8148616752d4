/** A level of the book that the user clicked to fill the ticket. */
export interface LevelPick {
  readonly tokenId: string;
  readonly price: string;
  /** Shares from the best price up to this level. */
  readonly size: string;
  /** Side that the user would trade: BUY from an ask, SELL to a bid. */
  readonly side: 'BUY' | 'SELL';
  /** Increases with every click, so that the same level can be picked twice. */
  readonly count: number;
}
