/** Tables of asking: clarifications of events, and suggestions. */
import type { SuggestionStatus } from '@bellwether/engine';
import { type Column, integer, integerOrNull, key, type Rows, rowId, text } from '../table.ts';

export const ASKING_TABLES = {
  clarifications: {
    /** Catalog id of the event. */
    event: key,
    /** From 1, in the order of time. */
    number: key,
    text,
    /** Unix milliseconds. */
    created_ms: integer,
    /** In the order of ids of fills and activities. */
    id: integer,
  },
  suggestions: {
    /** Public id, from 1, in order of creation. */
    id: rowId,
    account: integer,
    title: text,
    description: text,
    /** JSON array of texts. */
    answers: text,
    end_date: text,
    created_ms: integer,
    status: text as Column<SuggestionStatus>,
    note: text,
    decided_ms: integerOrNull,
    /** The event that was made of it, or null. */
    event: integerOrNull,
  },
};

export type AskingTables = Rows<typeof ASKING_TABLES>;
export type SuggestionRow = AskingTables['suggestions'];
