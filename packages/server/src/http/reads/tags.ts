/** The reads `tags`, `tag-by-id` and `tag-by-slug`: tags, newest first, and one of them. */
import type { CatalogIdParams, CatalogSlugParams, Tag, TagsQuery } from '@bellwether/contract';
import { findTag, tagPage } from '../../queries/catalog-tags.ts';
import { siteOf } from '../mapping/catalog-filter.ts';
import { tagBody } from '../mapping/catalog-output.ts';
import { type Read, serializerOf } from './read.ts';

/** Makes the read of `GET /tags`; its serialiser follows `responseSchema`, an array of tags. */
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

/** Makes the read of `GET /tags/{id}`; its serialiser follows `responseSchema`, a tag. */
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

/** Makes the read of `GET /tags/slug/{slug}`, likewise. */
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
