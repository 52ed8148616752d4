/** The reads of tags: all tags, newest first, a single one, and the tags of an event or market. */
import type { CatalogIdParams, CatalogSlugParams, Tag, TagsQuery } from '@bellwether/contract';
import { eventOfMarket, findTag, tagPage, tagsOfEvent } from '../../queries/catalog/catalog-tags.ts';
import { siteOf } from '../../wire/catalog/catalog-filter.ts';
import { tagBody } from '../../wire/catalog/catalog-output.ts';
import { type Read, serializerOf } from '../read.ts';

/** Parameters of the read `market-tags`. */
export type MarketTagsParameters = { readonly id: number } | { readonly conditionId: string };

/** Creates the read of `GET /tags`; its serialiser follows `responseSchema`, an array of tags. */
export function tagsRead(responseSchema: object): Read<TagsQuery, Tag[]> {
  return {
    name: 'tags',
    async run(database, { limit, offset, creator }) {
      const rows = await tagPage(database, { limit, offset, creator: siteOf(creator) });
      return { value: rows.map(tagBody) };
    },
    serialize: serializerOf(responseSchema),
  };
}

/** Creates the read of `GET /tags/{id}`; its serialiser follows `responseSchema`, a tag. */
export function tagByIdRead(responseSchema: object): Read<CatalogIdParams, Tag> {
  return {
    name: 'tag-by-id',
    async run(database, { id }) {
      const row = await findTag(database, { id });
      return row === null ? null : { value: tagBody(row) };
    },
    serialize: serializerOf(responseSchema),
  };
}

/** Creates the read of `GET /events/{id}/tags`; its serialiser follows `responseSchema`, an array of tags. */
export function eventTagsRead(responseSchema: object): Read<CatalogIdParams, Tag[]> {
  return {
    name: 'event-tags',
    async run(database, { id }) {
      const rows = await tagsOfEvent(database, id);
      return rows === null ? null : { value: rows.map(tagBody) };
    },
    serialize: serializerOf(responseSchema),
  };
}

/** Creates the read of `GET /markets/{condition_id}/tags`, likewise. */
export function marketTagsRead(responseSchema: object): Read<MarketTagsParameters, Tag[]> {
  return {
    name: 'market-tags',
    async run(database, parameters) {
      const [column, value] =
        'id' in parameters ? (['id', parameters.id] as const) : (['condition_id', parameters.conditionId] as const);
      const event = await eventOfMarket(database, column, value);
      if (event === undefined) return null;
      const rows = event === null ? [] : await tagsOfEvent(database, event);
      return { value: (rows ?? []).map(tagBody) };
    },
    serialize: serializerOf(responseSchema),
  };
}

/** Creates the read of `GET /tags/slug/{slug}`; its serialiser follows `responseSchema`, a tag. */
export function tagBySlugRead(responseSchema: object): Read<CatalogSlugParams, Tag> {
  return {
    name: 'tag-by-slug',
    async run(database, { slug }) {
      const row = await findTag(database, { slug });
      return row === null ? null : { value: tagBody(row) };
    },
    serialize: serializerOf(responseSchema),
  };
}
