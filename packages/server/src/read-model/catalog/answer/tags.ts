/** Reads of tags and series: all of them, newest first, single ones, and the tags of an event or market. */
import {
  type CatalogIdParams,
  type CatalogSlugParams,
  NothingKept,
  Series,
  SeriesList,
  type SeriesQuery,
  Tag,
  Tags,
  type TagsQuery,
} from '@bellwether/contract';
import { type Read, serializerOf } from '../../read.ts';
import { eventOfMarket, findSeries, findTag, seriesPage, tagPage, tagsOfEvent } from '../query/catalog-tags.ts';
import { siteOf } from './catalog-filter.ts';
import { seriesBody, tagBody } from './catalog-output.ts';

export const tagsRead: Read<TagsQuery, Tag[]> = {
  name: 'tags',
  async run(database, { limit, offset, creator }) {
    const rows = await tagPage(database, { limit, offset, creator: siteOf(creator) });
    return { value: rows.map(tagBody) };
  },
  serialize: serializerOf(Tags),
};

export const tagByIdRead: Read<CatalogIdParams, Tag> = {
  name: 'tag-by-id',
  async run(database, { id }) {
    const row = await findTag(database, { id });
    return row === null ? null : { value: tagBody(row) };
  },
  serialize: serializerOf(Tag),
};

export const tagBySlugRead: Read<CatalogSlugParams, Tag> = {
  name: 'tag-by-slug',
  async run(database, { slug }) {
    const row = await findTag(database, { slug });
    return row === null ? null : { value: tagBody(row) };
  },
  serialize: serializerOf(Tag),
};

/** Relations of a tag to others: the venue keeps none. */
export const relatedTagsRead: Read<CatalogIdParams | CatalogSlugParams, []> = {
  name: 'related-tags',
  async run(database, key) {
    return (await findTag(database, key)) === null ? null : { value: [] };
  },
  serialize: serializerOf(NothingKept),
};

export const eventTagsRead: Read<CatalogIdParams, Tag[]> = {
  name: 'event-tags',
  async run(database, { id }) {
    const rows = await tagsOfEvent(database, id);
    return rows === null ? null : { value: rows.map(tagBody) };
  },
  serialize: serializerOf(Tags),
};

export const marketTagsRead: Read<{ readonly id: number } | { readonly conditionId: string }, Tag[]> = {
  name: 'market-tags',
  async run(database, parameters) {
    const [column, value] =
      'id' in parameters ? (['id', parameters.id] as const) : (['condition_id', parameters.conditionId] as const);
    const event = await eventOfMarket(database, column, value);
    if (event === undefined) return null;
    const rows = event === null ? [] : await tagsOfEvent(database, event);
    return { value: (rows ?? []).map(tagBody) };
  },
  serialize: serializerOf(Tags),
};

export const seriesRead: Read<SeriesQuery, Series[]> = {
  name: 'series',
  async run(database, { limit, offset, slug }) {
    return { value: (await seriesPage(database, { limit, offset, slug })).map(seriesBody) };
  },
  serialize: serializerOf(SeriesList),
};

export const seriesByIdRead: Read<CatalogIdParams, Series> = {
  name: 'series-by-id',
  async run(database, { id }) {
    const row = await findSeries(database, id);
    return row === null ? null : { value: seriesBody(row) };
  },
  serialize: serializerOf(Series),
};
