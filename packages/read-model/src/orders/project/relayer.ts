/** Projection of relayed transactions, and of the contract ids of questions in negative-risk events. */
import { byEvent, type Projection } from '../../projection.ts';
import { createTables, insertInto } from '../../table.ts';
import { RELAYER_TABLES, transactionUuid } from '../relayer-tables.ts';

const SCHEMA = `
  ${createTables(RELAYER_TABLES)}
  CREATE INDEX relayed_by_builder ON relayed (builder, sequence) WHERE builder IS NOT NULL;
  CREATE INDEX neg_risk_questions_by_group ON neg_risk_questions (neg_risk_market_id, market);
`;

export const relayerProjection: Projection = {
  name: 'relayer',
  version: 1,
  tables: Object.keys(RELAYER_TABLES),
  ignoresTrading: true,
  schema: SCHEMA,

  open(store) {
    const insert = store.prepare(insertInto(RELAYER_TABLES, 'relayed'));
    const insertQuestion = store.prepare(insertInto(RELAYER_TABLES, 'neg_risk_questions'));

    return byEvent((event, { sequence, timeMs, hash }) => {
      if (event.kind === 'TransactionRelayed') {
        const { id, type, account, wallet, nonce, to, data, metadata, builder } = event;
        const record = [to, data, metadata, builder, timeMs, hash] as const;
        insert.run(transactionUuid(id), sequence, type, account, wallet, nonce, ...record);
      } else if (event.kind === 'MarketAdded' && event.definition.negRisk) {
        const { negRiskMarketId, questionId } = event.definition;
        insertQuestion.run(event.market, negRiskMarketId.toLowerCase(), questionId.toLowerCase());
      }
    });
  },
};
