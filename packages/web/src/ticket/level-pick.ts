/** A level of the book that the reader clicked: what the ticket is filled with. */
export interface LevelPick {
  readonly tokenId: string;
  readonly price: string;
  /** Shares from the best price up to this level. */
  readonly size: string;
  /** What the reader would do there: buy from an offer, sell to a bid. */
  readonly side: 'BUY' | 'SELL';
  /** Grows with every click, so that the same level can be picked twice. */
  readonly count: number;
}
