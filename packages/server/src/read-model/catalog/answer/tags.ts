/** Reads of tags and series: all of them, newest first, single ones, and the tags of an event or market. */
import {
  asksForAbsent,
  type CatalogIdParams,
  type CatalogSlugParams,
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
  async run(database, query) {
    const { limit, offset, ascending, creator } = query;
    const page = { limit, offset, ascending, creator: siteOf(creator) };
    const rows = asksForAbsent(query) ? [] : await tagPage(database, page);
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
  async run(database, { limit, offset, ascending, slug }) {
    return { value: (await seriesPage(database, { limit, offset, ascending, slug })).map(seriesBody) };
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
