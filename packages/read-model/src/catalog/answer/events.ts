/** Reads of events: lists, single ones with tags, series and markets, and the operator's search. */
import type {
  AdminEvent,
  AdminEvents,
  AdminEventsQuery,
  Event,
  EventByIdParameters,
  EventBySlugParameters,
  EventsQuery,
} from '@bellwether/contract';
import { ARRAY_JSON, type Read } from '../../read.ts';
import { type EventOrder, eventKeys } from '../query/catalog-event-lists.ts';
import { eventViews, findEvent } from '../query/catalog-events.ts';
import { type OperatorEventRow, operatorEvents } from '../query/operator-events.ts';
import { eventFilter, type Sorted, siteOf } from './catalog-filter.ts';
import { eventBody } from './catalog-output.ts';

export const eventsRead: Read<Sorted<EventsQuery, EventOrder>, readonly Event[]> = {
  name: 'events',
  async run(database, query) {
    // Default order: by id, descending, so newest first.
    const { order = ['id'], ascending, limit, offset } = query;
    const keys = await eventKeys(database, { filter: eventFilter(query), order, ascending, limit, offset });
    return { value: (await eventViews(database, keys)).map(eventBody) };
  },
  ...ARRAY_JSON,
};

export const eventByIdRead: Read<EventByIdParameters, Event> = {
  name: 'event-by-id',
  async run(database, { id, creator }) {
    const view = await findEvent(database, { id }, siteOf(creator));
    return view === null ? null : { value: eventBody(view) };
  },
};

export const eventBySlugRead: Read<EventBySlugParameters, Event> = {
  name: 'event-by-slug',
  async run(database, { slug, creator }) {
    const view = await findEvent(database, { slug }, siteOf(creator));
    return view === null ? null : { value: eventBody(view) };
  },
};

/** Read of `GET /admin/events`; `nowMs` is compared with end dates. */
export const operatorEventsRead: Read<AdminEventsQuery & { readonly nowMs: number }, AdminEvents> = {
  name: 'operator-events',
  async run(database, { q: text, nowMs, ...page }) {
    const { rows, counts } = await operatorEvents(database, { ...page, text, nowUs: nowMs * 1000 });
    return { value: { events: rows.map(operatorEventBody), counts } };
  },
};

function operatorEventBody(row: OperatorEventRow): AdminEvent {
  const { id, active, archived, negRisk } = row;
  return { ...row, id: String(id), active: active === 1, archived: archived === 1, negRisk: negRisk === 1 };
}
