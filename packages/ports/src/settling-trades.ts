/** Trades that appear to settle step by step, though the ledger has settled each at once. */

/** Status in which a trade is shown at a moment. */
export interface ShownTrade {
  readonly status: 'MATCHED_NOT_BROADCASTED' | 'MATCHED' | 'MINED' | 'RETRYING' | 'CONFIRMED' | 'FAILED';
  /** Start of that status, Unix milliseconds. */
  readonly sinceMs: number;
  /** False if its transaction hash is not shown yet. */
  readonly hasHash: boolean;
}

export interface SettlingTrades {
  /** True if a future trade may be among them. */
  readonly isArmed: boolean;
  /** Shown status of a trade, by the sequence of its entry, which is its id; null: unchanged. */
  shown(trade: number): ShownTrade | null;
  /**
   * Calls `tell` for each trade at the moment when it moves to a later shown status. Returns a function that stops this.
   */
  follow(tell: (trade: number) => void): () => void;
}
