/** Reads of tags and series: all of them, newest first, single ones, and the tags of an event or market. */
import {
  asksForAbsent,
  type CatalogIdParams,
  type CatalogSlugParams,
  type Series,
  type SeriesQuery,
  type Tag,
  type TagsQuery,
} from '@bellwether/contract';
import { createRead, type Read } from '../../read.ts';
import { eventOfMarket, findSeries, findTag, seriesPage, tagPage, tagsOfEvent } from '../query/catalog-tags.ts';
import { siteOf } from './catalog-filter.ts';
import { seriesBody, tagBody } from './catalog-output.ts';

export const tagsRead = createRead<TagsQuery, Tag[]>('tags', async (database, query) => {
  const { limit, offset, ascending, creator } = query;
  const page = { limit, offset, ascending, creator: siteOf(creator) };
  const rows = asksForAbsent(query) ? [] : await tagPage(database, page);
  return { value: rows.map(tagBody) };
});

export const tagByIdRead = createRead<CatalogIdParams, Tag>('tag-by-id', async (database, { id }) => {
  const row = await findTag(database, { id });
  return row === null ? null : { value: tagBody(row) };
});

export const tagBySlugRead = createRead<CatalogSlugParams, Tag>('tag-by-slug', async (database, { slug }) => {
  const row = await findTag(database, { slug });
  return row === null ? null : { value: tagBody(row) };
});

export const eventTagsRead = createRead<CatalogIdParams, Tag[]>('event-tags', async (database, { id }) => {
  const rows = await tagsOfEvent(database, id);
  return rows === null ? null : { value: rows.map(tagBody) };
});

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
};

export const seriesRead = createRead<SeriesQuery, Series[]>('series', async (database, query) => {
  const { limit, offset, ascending, slug } = query;
  return { value: (await seriesPage(database, { limit, offset, ascending, slug })).map(seriesBody) };
});

export const seriesByIdRead = createRead<CatalogIdParams, Series>('series-by-id', async (database, { id }) => {
  const row = await findSeries(database, id);
  return row === null ? null : { value: seriesBody(row) };
});
