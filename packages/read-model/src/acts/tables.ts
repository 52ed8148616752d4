/** Tables of the administrators' log. */
import { integer, type Rows, rowId, text, textKey } from '../table.ts';

export const ACT_TABLES = {
  /** One row for each entry whose command was part of an act. */
  acts: {
    /** Sequence of the entry. */
    sequence: rowId,
    /** Unix milliseconds. */
    time_ms: integer,
    actor: text,
    role: text,
    /** Kind of the command. */
    kind: text,
    /** Address, condition id, id or name that the command is about; '' for the venue. */
    subject: text,
    /** JSON objects of the fields that changed, values cut to a bounded length; before: as far as the log has told. */
    before_json: text,
    after_json: text,
    reason: text,
  },
  /** Latest values of fields that acts change. */
  act_facts: { subject: textKey, field: textKey, value: text },
};

export type ActTables = Rows<typeof ACT_TABLES>;
