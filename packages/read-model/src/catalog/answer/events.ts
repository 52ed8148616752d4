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
import { type RawBuilder, sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { ARRAY_JSON, type Read } from '../../read.ts';
import { type EventOrder, eventKeys } from '../query/catalog-event-lists.ts';
import { eventViews, findEvent } from '../query/catalog-events.ts';
import { eventsWith } from '../query/search.ts';
import type { EventRow } from '../tables.ts';
import { eventFilter, type Sorted, siteOf } from './catalog-filter.ts';
import { eventBody, eventDetailBody } from './catalog-output.ts';

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
    return view === null ? null : { value: eventDetailBody(view) };
  },
};

export const eventBySlugRead: Read<EventBySlugParameters, Event> = {
  name: 'event-by-slug',
  async run(database, { slug, creator }) {
    const view = await findEvent(database, { slug }, siteOf(creator));
    return view === null ? null : { value: eventDetailBody(view) };
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

type OperatorEventStatus = 'all' | 'open' | 'unresolved' | 'resolved' | 'hidden';

interface OperatorEventListing {
  readonly text: string | undefined;
  readonly status: OperatorEventStatus;
  /** Current time in Unix microseconds, compared with end dates. */
  readonly nowUs: number;
  readonly limit: number;
  readonly offset: number;
}

type OperatorEventRow = Pick<EventRow, 'id' | 'slug' | 'title' | 'image' | 'active' | 'archived'> &
  Record<'markets' | 'openMarkets' | 'unresolvedMarkets' | 'resolvedMarkets', number> & {
    readonly negRisk: EventRow['neg_risk'];
    readonly endDate: EventRow['end_date'];
  };

type OperatorEventCounts = Readonly<Record<OperatorEventStatus, number>>;

const IS_STATUS: Readonly<Record<OperatorEventStatus, RawBuilder<unknown>>> = {
  all: sql`1`,
  open: sql`open_markets > 0 and active = 1 and archived = 0`,
  unresolved: sql`unresolved_markets > 0`,
  resolved: sql`markets > 0 and resolved_markets = markets`,
  hidden: sql`active = 0 or archived = 1`,
};

/** A page of events, and the number of events with these words in each status. */
async function operatorEvents(
  database: ReadStore,
  listing: OperatorEventListing,
): Promise<{ readonly rows: readonly OperatorEventRow[]; readonly counts: OperatorEventCounts }> {
  const { status, limit, offset } = listing;
  const events = countedEvents(listing);
  // The longest-waiting first.
  const order = status === 'unresolved' ? sql`first_end_us, id` : sql`id desc`;
  const { rows } = await sql<OperatorEventRow>`with counted as (${events})
    select id, slug, title, image, active, archived, neg_risk as "negRisk", end_date as "endDate", markets,
      open_markets as "openMarkets", unresolved_markets as "unresolvedMarkets", resolved_markets as "resolvedMarkets"
    from counted where ${IS_STATUS[status]} order by ${order} limit ${limit} offset ${offset}`.execute(database);
  const sums = Object.entries(IS_STATUS).map(
    ([name, isStatus]) => sql`count(case when ${isStatus} then 1 end) as ${sql.ref(name)}`,
  );
  const { rows: counts } = await sql<OperatorEventCounts>`with counted as (${events})
    select ${sql.join(sums)} from counted`.execute(database);
  return { rows, counts: counts[0] ?? { all: 0, open: 0, unresolved: 0, resolved: 0, hidden: 0 } };
}

function countedEvents({ text, nowUs }: OperatorEventListing): RawBuilder<unknown> {
  const isUnresolved = sql`m.payout_0 is null
    and (m.closed = 1 or m.trading_ended = 1 or m.proposal <> '' or m.end_us <= ${nowUs})`;
  const isOpen = sql`m.payout_0 is null and m.closed = 0 and m.trading_ended = 0 and m.accepting_orders = 1
    and m.open_ms is null and m.proposal = ''`;
  const found = text === undefined ? sql`true` : foundBy(text);
  return sql`select e.id, e.slug, e.title, e.image, e.active, e.archived, e.neg_risk, e.end_date,
      count(m.market) as markets,
      count(case when ${isOpen} then 1 end) as open_markets,
      count(case when ${isUnresolved} then 1 end) as unresolved_markets,
      count(m.payout_0) as resolved_markets,
      min(case when ${isUnresolved} then m.end_us end) as first_end_us
    from events as e left join markets as m on m.event = e.id
    where ${found} group by e.id`;
}

function foundBy(text: string): RawBuilder<unknown> {
  const ids = eventsWith(text);
  return ids === null ? sql`false` : sql`e.id in (${ids})`;
}
