/** The read `events`: `GET /events`. */
import type { Event, EventsQuery } from '@bellwether/contract';
import { eventKeys } from '../../queries/catalog/catalog-event-lists.ts';
import { eventViews } from '../../queries/catalog/catalog-events.ts';
import { eventFilter } from '../../wire/catalog/catalog-filter.ts';
import { eventBody } from '../../wire/catalog/catalog-output.ts';
import { arrayPieces, type Read, serializerOf } from '../read.ts';

/** Creates the read; its serialiser follows `responseSchema`, an array of events. */
export function eventsRead(responseSchema: object): Read<EventsQuery, readonly Event[]> {
  const serialize = serializerOf<readonly Event[]>(responseSchema);
  return {
    name: 'events',
    async run(database, query) {
      // Default order: by id, descending, so newest first.
      const { order = ['id'], ascending, limit, offset } = query;
      const keys = await eventKeys(database, { filter: eventFilter(query), order, ascending, limit, offset });
      return { value: (await eventViews(database, keys)).map(eventBody) };
    },
    serialize,
    pieces: (events) => arrayPieces(events, serialize),
  };
}
