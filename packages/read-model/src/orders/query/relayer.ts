/** Queries of relayed transactions and of the questions of negative-risk groups. */
import type { SelectQueryBuilder } from 'kysely';
import type { Database, ReadStore } from '../../database.ts';
import type { NegRiskQuestionRow, RelayedRow } from '../relayer-tables.ts';

/** A transaction with its addresses. */
export interface RelayedView extends Omit<RelayedRow, 'account' | 'wallet' | 'builder'> {
  /** Address of the signer. */
  readonly owner: string;
  readonly wallet_address: string;
}

/** Transaction with this id; an empty list if there is none. */
export function selectRelayed(database: ReadStore, id: string): Promise<RelayedView[]> {
  return views(database).where('relayed.id', '=', id).execute();
}

/** Latest `limit` transactions that came with builder keys of an account. */
export function selectRelayedOfBuilder(database: ReadStore, builder: number, limit: number): Promise<RelayedView[]> {
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
export function selectNegRiskQuestions(database: ReadStore, group: string): Promise<NegRiskQuestionRow[]> {
  return database
    .selectFrom('neg_risk_questions')
    .selectAll()
    .where('neg_risk_market_id', '=', group)
    .orderBy('market')
    .execute();
}
