/** The read `tags`: `GET /tags`, newest first. */
import type { Tag, TagsQuery } from '@bellwether/contract';
import { tagPage } from '../../queries/catalog-events.ts';
import { siteOf } from '../mapping/catalog-filter.ts';
import { tagBody } from '../mapping/catalog-output.ts';
import { type Read, serializerOf } from './read.ts';

/** Makes the read; its serialiser follows `responseSchema`, an array of tags. */
export function tagsRead(responseSchema: object): Read<TagsQuery, Tag[]> {
  return {
    name: 'tags',
    async run(database, { limit, offset, creator }) {
      const rows = await tagPage(database, { limit, offset, creator: siteOf(creator) }).execute();
      return { value: rows.map(tagBody) };
    },
    serialize: serializerOf(responseSchema),
  };
}
