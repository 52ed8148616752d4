/** Tables of the relayer, shared by its projection and reads. */
import { integer, integerOrNull, type Rows, rowId, text, textId } from '../table.ts';

export const RELAYER_TABLES = {
  /** A completed transaction. */
  relayed: {
    /** UUID of 36 characters. */
    id: textId,
    sequence: integer,
    type: text,
    account: integer,
    wallet: integer,
    nonce: integer,
    to_address: text,
    data: text,
    metadata: text,
    /** Account of the builder key that came with it; null for none. */
    builder: integerOrNull,
    time_ms: integer,
    /** Chain value of its entry, 64 hex digits. */
    hash: text,
  },
  /** A market of a negative-risk group, with the ids used by contracts. */
  neg_risk_questions: {
    market: rowId,
    /** Lower-case. */
    neg_risk_market_id: text,
    question_id: text,
  },
};

export type RelayerTables = Rows<typeof RELAYER_TABLES>;
export type RelayedRow = RelayerTables['relayed'];
export type NegRiskQuestionRow = RelayerTables['neg_risk_questions'];

/** Public UUID of a transaction: the first 16 of the 32 bytes of its id in the journal. */
export function transactionUuid(id: string): string {
  const hex = id.slice(2);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
