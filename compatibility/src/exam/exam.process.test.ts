/**
 * Bots on unmodified public clients, which read again after every mishap, are examined as their authors would do it. The
 * naive bot's column is held by the tests of the exam.
 */
import { expect, test } from 'vitest';
import { CLIENT_NAMES } from '../table/clients.ts';
import { readRows } from '../table/files.ts';
import { examined } from './bots.testing.ts';
import { DOCUMENT, MARKS } from './table.ts';

const rows = readRows(DOCUMENT, MARKS);

test.concurrent.each(CLIENT_NAMES)(
  'exam: verdicts on the bot of %s are those of docs/reference/compatibility.md; npm run compatibility:exam writes it',
  async (client) => {
    const column = CLIENT_NAMES.indexOf(client) + 1;
    const shown = rows.map((cells) => [cells[0]?.replaceAll('`', ''), cells[column]]);
    expect([...(await examined(client))]).toEqual(shown);
  },
);
