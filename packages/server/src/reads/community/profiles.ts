/** The reads of profiles: what everyone may see of an account, and the profile as comments show it; and who moderates. */
import type { Moderator, ModeratorsQuery, Profile, PublicProfile } from '@bellwether/contract';
import { findAccountOf, selectAuthors, selectCreators, selectModerators } from '../../queries/community/profiles.ts';
import { moderatorBody, profileBody, publicProfileBody } from '../../wire/accounts/comments.ts';
import { type Read, serializerOf } from '../read.ts';

/** `GET /public-profile`: null when no one has the address, which is lower-case. */
export function publicProfileRead(responseSchema: object): Read<{ readonly address: string }, PublicProfile> {
  return {
    name: 'public-profile',
    async run(database, { address }) {
      const account = await findAccountOf(database, address);
      if (account === null) return null;
      const [author] = await selectAuthors(database, [account], address);
      if (author === undefined) return null;
      const creators = await selectCreators(database, [account]);
      return { value: publicProfileBody(author, creators.has(account)) };
    },
    serialize: serializerOf(responseSchema),
  };
}

/** The answer of `PUT /profile`. There is no event in question: no positions. */
export function profileRead(responseSchema: object): Read<{ readonly account: number }, Profile> {
  return {
    name: 'profile',
    async run(database, { account }) {
      const [author] = await selectAuthors(database, [account]);
      if (author === undefined) return null;
      const creators = await selectCreators(database, [account]);
      return { value: profileBody(author, creators.has(account), []) };
    },
    serialize: serializerOf(responseSchema),
  };
}

/** `GET /admin/moderators`. */
export function moderatorsRead(responseSchema: object): Read<ModeratorsQuery, Moderator[]> {
  return {
    name: 'moderators',
    async run(database, page) {
      return { value: (await selectModerators(database, page)).map(moderatorBody) };
    },
    serialize: serializerOf(responseSchema),
  };
}
