/** The reads `event-by-id` and `event-by-slug`: one catalog event with tags, series and markets. */
import type { Event, EventByIdParameters, EventBySlugParameters } from '@bellwether/contract';
import { findEvent } from '../../queries/catalog/catalog-events.ts';
import { siteOf } from '../../wire/catalog/catalog-filter.ts';
import { eventBody } from '../../wire/catalog/catalog-output.ts';
import { type Read, serializerOf } from '../read.ts';

/** Creates the read of `GET /events/{id}`; its serialiser follows `responseSchema`, an event. */
export function eventByIdRead(responseSchema: object): Read<EventByIdParameters, Event> {
  return {
    name: 'event-by-id',
    async run(database, { id, creator }) {
      const view = await findEvent(database, { id }, siteOf(creator));
      return view === null ? null : { value: eventBody(view) };
    },
    serialize: serializerOf(responseSchema),
  };
}

/** Creates the read of `GET /events/slug/{slug}`, likewise. */
export function eventBySlugRead(responseSchema: object): Read<EventBySlugParameters, Event> {
  return {
    name: 'event-by-slug',
    async run(database, { slug, creator }) {
      const view = await findEvent(database, { slug }, siteOf(creator));
      return view === null ? null : { value: eventBody(view) };
    },
    serialize: serializerOf(responseSchema),
  };
}
