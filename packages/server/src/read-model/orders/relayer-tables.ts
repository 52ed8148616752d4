/** Tables of the relayer, shared by its projection and reads. */

/** A completed transaction. */
export interface RelayedRow {
  /** UUID of 36 characters. */
  readonly id: string;
  /** Sequence of its entry. */
  readonly sequence: number;
  readonly type: string;
  readonly account: number;
  readonly wallet: number;
  readonly nonce: number;
  readonly to_address: string;
  readonly data: string;
  readonly metadata: string;
  /** Account of the builder key that came with it; null for none. */
  readonly builder: number | null;
  readonly time_ms: number;
  /** Chain value of its entry, 64 hex digits. */
  readonly hash: string;
}

/** A market of a negative-risk group, with the ids used by contracts. */
export interface NegRiskQuestionRow {
  readonly market: number;
  /** Lower-case. */
  readonly neg_risk_market_id: string;
  readonly question_id: string;
}

export interface RelayerTables {
  readonly relayed: RelayedRow;
  readonly neg_risk_questions: NegRiskQuestionRow;
}

/** Public UUID of a transaction: the first 16 of the 32 bytes of its id in the journal. */
export function transactionUuid(id: string): string {
  const hex = id.slice(2);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
