/** Projection of grants. */
import { byEvent, type Projection } from '../../projection.ts';
import { Statements } from '../../statements.ts';
import { createTables } from '../../table.ts';
import { GRANT_TABLES } from '../tables.ts';

export const grantsProjection: Projection = {
  name: 'grants',
  version: 1,
  tables: Object.keys(GRANT_TABLES),
  ignoresTrading: true,
  schema: `
    ${createTables(GRANT_TABLES)}
    CREATE INDEX grant_steps_by_grant ON grant_steps (grant_id, step);
    CREATE INDEX grant_steps_by_start ON grant_steps (sequence) WHERE step = 0;
  `,

  open(store) {
    const statements = new Statements(store);
    return byEvent((event, { sequence, timeMs }) => {
      if (event.kind !== 'GrantPaid') return;
      const { grant: grant_id, step, last, reason, amount: amount_micros, people } = event;
      const row = { sequence, grant_id, step, last: last ? 1 : 0, reason, amount_micros, people, time_ms: timeMs };
      statements.insert('grant_steps', row);
    });
  },
};
