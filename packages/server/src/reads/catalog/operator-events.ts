/** The read `operator-events`: `GET /admin/events`. */
import type { AdminEvent, AdminEvents, AdminEventsQuery } from '@bellwether/contract';
import { type OperatorEventRow, operatorEvents } from '../../queries/catalog/operator-events.ts';
import { type Read, serializerOf } from '../read.ts';

/** The query and its time in Unix milliseconds, which is compared with end dates. */
export type OperatorEventsParameters = AdminEventsQuery & { readonly nowMs: number };

/** Creates the read; its serialiser follows `responseSchema`. */
export function operatorEventsRead(responseSchema: object): Read<OperatorEventsParameters, AdminEvents> {
  return {
    name: 'operator-events',
    async run(database, { q: text, nowMs, ...page }) {
      const { rows, counts } = await operatorEvents(database, { ...page, text, nowUs: nowMs * 1000 });
      return { value: { events: rows.map(eventBody), counts } };
    },
    serialize: serializerOf(responseSchema),
  };
}

function eventBody(row: OperatorEventRow): AdminEvent {
  return {
    id: String(row.id),
    slug: row.slug,
    title: row.title,
    image: row.image,
    active: row.active === 1,
    archived: row.archived === 1,
    negRisk: row.neg_risk === 1,
    endDate: row.end_date,
    markets: row.markets,
    openMarkets: row.open_markets,
    unresolvedMarkets: row.unresolved_markets,
    resolvedMarkets: row.resolved_markets,
  };
}
