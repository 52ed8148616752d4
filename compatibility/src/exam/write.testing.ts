/** `npm run compatibility:exam`: examines a bot on each public client, and the naive one, and writes the verdicts into the document. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_NAMES } from '../table/clients.ts';
import { withBetweenMarks } from '../table/render.ts';
import { examined, verdictsOf } from './bots.testing.ts';
import { DOCUMENT, examTable, MARKS } from './table.ts';

const NAIVE = join(import.meta.dirname, '../../../examples/naive-bot.ts');

const columns: ReadonlyMap<string, string>[] = [];
for (const client of CLIENT_NAMES) columns.push(await examined(client));
const naive = await verdictsOf(`exec '${process.execPath}' '${NAIVE}'`, '20');
columns.push(new Map([...naive].map(([incident, cell]) => [incident, cell === '✓' ? cell : '✗'])));
writeFileSync(DOCUMENT, withBetweenMarks(readFileSync(DOCUMENT, 'utf8'), examTable(columns), MARKS));
