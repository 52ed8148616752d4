/** Tables of the relayer as its projection writes and its reads see them. */

/** A transaction that was carried out. */
export interface RelayedRow {
  /** UUID of 36 characters. */
  readonly id: string;
  /** Of its entry. */
  readonly sequence: number;
  readonly type: string;
  readonly account: number;
  readonly wallet: number;
  readonly nonce: number;
  readonly to_address: string;
  readonly data: string;
  readonly metadata: string;
  /** Account whose builder key came with it; null for none. */
  readonly builder: number | null;
  readonly time_ms: number;
  /** Chain value of its entry, 64 hex digits. */
  readonly hash: string;
}

/** A market of a negative-risk group, by the ids that contracts know. */
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

/** The name of a transaction on the wire: the first 16 of the 32 bytes that name it in the journal. */
export function transactionUuid(id: string): string {
  const hex = id.slice(2);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
