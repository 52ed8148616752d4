/** Read of `GET /admin/log`. */
import type { Act, ActLog } from '@bellwether/contract';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import { createRead } from '../../read.ts';
import { type ActListing, actsPage } from '../query/acts.ts';
import type { ActTables } from '../tables.ts';

/** Fields in micro-units. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'startingBalance']);

const fields = (json: string): string =>
  Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>)
    .map(([name, value]) => `${name}: ${AMOUNTS.has(name) ? amountText(Number(value)) : String(value)}`)
    .join(', ');

const shown = (row: ActTables['acts']): Act => ({
  sequence: row.sequence,
  time: new Date(row.time_ms).toISOString(),
  actor: row.actor,
  ...(row.role !== '' && { role: row.role }),
  action: row.kind,
  subject: row.subject,
  before: fields(row.before_json),
  after: fields(row.after_json),
  reason: row.reason,
});

export const actsRead = createRead<ActListing, ActLog>('acts', async (database, listing) => {
  const rows = await actsPage(database, { ...listing, limit: listing.limit + 1 }).execute();
  const page = rows.slice(0, listing.limit);
  return { value: { acts: page.map(shown), next: rows.length > page.length ? (page.at(-1)?.sequence ?? null) : null } };
});
