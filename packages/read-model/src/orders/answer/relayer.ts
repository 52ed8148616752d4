/** Reads of the relayer: transactions for its clients, and the questions of a negative-risk group for the gateway. */
import {
  RELAYED_SHOWN_MAX,
  type RelayedOutcome,
  type RelayedTransactions,
  type RelayerType,
} from '@bellwether/contract';
import type { Read } from '../../read.ts';
import { type RelayedView, selectNegRiskQuestions, selectRelayed, selectRelayedOfBuilder } from '../query/relayer.ts';

export interface NegRiskQuestion {
  readonly market: number;
  /** Lower-case. */
  readonly questionId: string;
}

/** The read `relayed`: the transaction with an id, in a list of at most one. */
export const relayedRead: Read<{ readonly id: string }, RelayedTransactions> = {
  name: 'relayed',
  async run(database, { id }) {
    return { value: (await selectRelayed(database, id)).map(relayedTransaction) };
  },
};

/** The read `relayed-outcome`: the outcome of the transaction with an id. */
export const relayedOutcomeRead: Read<{ readonly id: string }, RelayedOutcome> = {
  name: 'relayed-outcome',
  async run(database, { id }) {
    const [row] = await selectRelayed(database, id);
    if (row === undefined) return null;
    const { transactionID, transactionHash, state } = relayedTransaction(row);
    return {
      value: { transaction_id: transactionID, transaction_hash: transactionHash, state, error_msg: null },
    };
  },
};

export const relayedOfBuilderRead: Read<{ readonly builder: number }, RelayedTransactions> = {
  name: 'relayed-of-builder',
  async run(database, { builder }) {
    const rows = await selectRelayedOfBuilder(database, builder, RELAYED_SHOWN_MAX);
    return { value: rows.map(relayedTransaction) };
  },
};

export const negRiskQuestionsRead: Read<{ readonly group: string }, readonly NegRiskQuestion[]> = {
  name: 'neg-risk-questions',
  async run(database, { group }) {
    const rows = await selectNegRiskQuestions(database, group);
    return { value: rows.map(({ market, question_id }) => ({ market, questionId: question_id })) };
  },
};

function relayedTransaction(row: RelayedView): RelayedTransactions[number] {
  const time = new Date(row.time_ms).toISOString();
  return {
    transactionID: row.id,
    transactionHash: `0x${row.hash}`,
    from: row.owner,
    to: row.to_address,
    proxyAddress: row.wallet_address,
    data: row.data,
    nonce: String(row.nonce),
    value: '0',
    state: 'STATE_CONFIRMED',
    type: row.type as RelayerType,
    metadata: row.metadata,
    createdAt: time,
    updatedAt: time,
  };
}
