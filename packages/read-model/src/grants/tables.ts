/** Table of grants: their steps as they were paid. */

import type { Column } from '../table.ts';
import { type Flag, integer, type Rows, rowId, text } from '../table.ts';

export const GRANT_TABLES = {
  grant_steps: {
    /** Sequence of its entry, from which the ids of its deposits follow. */
    sequence: rowId,
    grant_id: text,
    /** From 0. */
    step: integer,
    last: integer as Column<Flag>,
    reason: text,
    amount_micros: integer,
    /** Accounts paid by this step. */
    people: integer,
    /** Unix milliseconds. */
    time_ms: integer,
  },
};

export type GrantTables = Rows<typeof GRANT_TABLES>;
