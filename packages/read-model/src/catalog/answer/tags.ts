/** Reads of tags and series: all of them, newest first, single ones, and the tags of an event or market. */
import {
  asksForAbsent,
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
import { createRead, type Read, serializerOf } from '../../read.ts';
import { eventOfMarket, findSeries, findTag, seriesPage, tagPage, tagsOfEvent } from '../query/catalog-tags.ts';
import { siteOf } from './catalog-filter.ts';
import { seriesBody, tagBody } from './catalog-output.ts';

export const tagsRead = createRead('tags', Tags, async (database, query: TagsQuery) => {
  const { limit, offset, ascending, creator } = query;
  const page = { limit, offset, ascending, creator: siteOf(creator) };
  const rows = asksForAbsent(query) ? [] : await tagPage(database, page);
  return { value: rows.map(tagBody) };
});

export const tagByIdRead = createRead('tag-by-id', Tag, async (database, { id }: CatalogIdParams) => {
  const row = await findTag(database, { id });
  return row === null ? null : { value: tagBody(row) };
});

export const tagBySlugRead = createRead('tag-by-slug', Tag, async (database, { slug }: CatalogSlugParams) => {
  const row = await findTag(database, { slug });
  return row === null ? null : { value: tagBody(row) };
});

/** Relations of a tag to others: the venue keeps none. */
export const relatedTagsRead = createRead(
  'related-tags',
  NothingKept,
  async (database, key: CatalogIdParams | CatalogSlugParams) =>
    (await findTag(database, key)) === null ? null : { value: [] },
);

export const eventTagsRead = createRead('event-tags', Tags, async (database, { id }: CatalogIdParams) => {
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
  serialize: serializerOf(Tags),
};

export const seriesRead = createRead('series', SeriesList, async (database, query: SeriesQuery) => {
  const { limit, offset, ascending, slug } = query;
  return { value: (await seriesPage(database, { limit, offset, ascending, slug })).map(seriesBody) };
});

export const seriesByIdRead = createRead('series-by-id', Series, async (database, { id }: CatalogIdParams) => {
  const row = await findSeries(database, id);
  return row === null ? null : { value: seriesBody(row) };
});
