/** Projection of asking: clarifications and suggestions with their texts. */
import { FILLS_PER_TRADE_MAX } from '../../ledger/tables.ts';
import { byEvent, type Projection } from '../../projection.ts';
import { Statements } from '../../statements.ts';
import { createTables } from '../../table.ts';
import { ASKING_TABLES } from '../tables.ts';

export const askingProjection: Projection = {
  name: 'asking',
  version: 2,
  tables: Object.keys(ASKING_TABLES),
  ignoresTrading: true,
  schema: `
    ${createTables(ASKING_TABLES)}
    CREATE INDEX clarifications_by_time ON clarifications (created_ms);
    CREATE INDEX suggestions_by_account ON suggestions (account, id);
    CREATE INDEX suggestions_by_status ON suggestions (status, id);
  `,

  open(store) {
    const statements = new Statements(store);
    return byEvent((event, { sequence, timeMs }) => {
      switch (event.kind) {
        case 'ClarificationAdded': {
          const { catalogEvent, number, text } = event;
          const id = sequence * FILLS_PER_TRADE_MAX;
          statements.insert('clarifications', { event: catalogEvent, number, text, created_ms: timeMs, id });
          break;
        }
        case 'SuggestionAdded': {
          const { suggestion: id, account, title, description, answers, endDate: end_date } = event;
          const text = { title, description, answers: JSON.stringify(answers), end_date };
          const undecided = { status: 'waiting', note: '', decided_ms: null, event: null };
          statements.insert('suggestions', { id, account, ...text, created_ms: timeMs, ...undecided });
          break;
        }
        case 'SuggestionDecided': {
          const { suggestion, status, note, catalogEvent } = event;
          const decided = { status, note, decided_ms: timeMs, event: catalogEvent };
          statements.update('suggestions', 'id', suggestion, decided);
          break;
        }
      }
    });
  },
};
