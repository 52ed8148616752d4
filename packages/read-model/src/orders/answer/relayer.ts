/** Reads of the relayer: transactions for its clients, and the questions of a negative-risk group for the gateway. */
import {
  RELAYED_SHOWN_MAX,
  type RelayedOutcome,
  type RelayedTransactions,
  type RelayerType,
} from '@bellwether/contract';
import type { SelectQueryBuilder } from 'kysely';
import type { Database, ReadStore } from '../../database.ts';
import type { Read } from '../../read.ts';
import type { NegRiskQuestionRow, RelayedRow } from '../relayer-tables.ts';

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
    return { value: { transaction_id: transactionID, transaction_hash: transactionHash, state, error_msg: null } };
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

/** A transaction with its addresses. */
interface RelayedView extends Omit<RelayedRow, 'account' | 'wallet' | 'builder'> {
  /** Address of the signer. */
  readonly owner: string;
  readonly wallet_address: string;
}

/** Transaction with this id; an empty list if there is none. */
function selectRelayed(database: ReadStore, id: string): Promise<RelayedView[]> {
  return views(database).where('relayed.id', '=', id).execute();
}

/** Latest `limit` transactions that came with builder keys of an account. */
function selectRelayedOfBuilder(database: ReadStore, builder: number, limit: number): Promise<RelayedView[]> {
  return views(database)
    .where('relayed.builder', '=', builder)
    .orderBy('relayed.sequence', 'desc')
    .limit(limit)
    .execute();
}

function views(database: ReadStore): SelectQueryBuilder<Database, 'relayed' | 'accounts' | 'wallets', RelayedView> {
  return database
    .selectFrom('relayed')
    .innerJoin('accounts', 'accounts.id', 'relayed.account')
    .innerJoin('wallets', 'wallets.id', 'relayed.wallet')
    .select([
      'relayed.id',
      'relayed.sequence',
      'relayed.type',
      'relayed.nonce',
      'relayed.to_address',
      'relayed.data',
      'relayed.metadata',
      'relayed.time_ms',
      'relayed.hash',
      'accounts.address as owner',
      'wallets.address as wallet_address',
    ]);
}

/** Questions of a negative-risk group, in order of addition. */
function selectNegRiskQuestions(database: ReadStore, group: string): Promise<NegRiskQuestionRow[]> {
  return database
    .selectFrom('neg_risk_questions')
    .selectAll()
    .where('neg_risk_market_id', '=', group)
    .orderBy('market')
    .execute();
}
