/** The reads `series` and `series-by-id`: all series, newest first, and a single one. */
import type { CatalogIdParams, Series, SeriesQuery } from '@bellwether/contract';
import { findSeries, seriesPage } from '../../queries/catalog/catalog-tags.ts';
import { seriesBody } from '../../wire/catalog/catalog-output.ts';
import { type Read, serializerOf } from '../read.ts';

/** Creates the read of `GET /series`; its serialiser follows `responseSchema`, an array of series. */
export function seriesRead(responseSchema: object): Read<SeriesQuery, Series[]> {
  return {
    name: 'series',
    async run(database, { limit, offset, slug }) {
      return { value: (await seriesPage(database, { limit, offset, slug })).map(seriesBody) };
    },
    serialize: serializerOf(responseSchema),
  };
}

/** Creates the read of `GET /series/{id}`; its serialiser follows `responseSchema`, a series. */
export function seriesByIdRead(responseSchema: object): Read<CatalogIdParams, Series> {
  return {
    name: 'series-by-id',
    async run(database, { id }) {
      const row = await findSeries(database, id);
      return row === null ? null : { value: seriesBody(row) };
    },
    serialize: serializerOf(responseSchema),
  };
}
