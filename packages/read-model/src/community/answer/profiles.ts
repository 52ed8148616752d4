/** Reads of profiles: the public profile of an account, the profile as comments show it, and the moderators. */
import {
  type Moderator,
  type ModeratorsQuery,
  type Profile,
  type PublicProfile,
  RATE_TIER_DAYS,
} from '@bellwether/contract';
import { volumeOfDays } from '../../data-v2/query/trader-days.ts';
import { selectWalletsOfUser } from '../../ledger/query/ledger-context.ts';
import { createRead, type Read } from '../../read.ts';
import { findAccountOf, selectAuthors, selectCreators, selectModerators } from '../query/profiles.ts';
import { moderatorBody, profileBody, publicProfileBody } from './comment-output.ts';

interface PublicProfileParameters {
  readonly address: string;
  /** Unix day, UTC. */
  readonly today: number;
}

/** Read of `GET /public-profile`; null if the address, in lower case, is unknown. */
export const publicProfileRead: Read<PublicProfileParameters, PublicProfile> = {
  name: 'public-profile',
  async run(database, { address, today }) {
    const account = await findAccountOf(database, address);
    if (account === null) return null;
    const [author] = await selectAuthors(database, [account], address);
    if (author === undefined) return null;
    const creators = await selectCreators(database, [account]);
    const wallets = await selectWalletsOfUser(database, author.address);
    const volume = await volumeOfDays(database, wallets, today - RATE_TIER_DAYS + 1, today);
    return { value: publicProfileBody(author, creators.has(account), volume) };
  },
};

/** Answer of `PUT /profile`. No event is involved, so there are no positions. */
export const profileRead: Read<{ readonly account: number }, Profile> = {
  name: 'profile',
  async run(database, { account }) {
    const [author] = await selectAuthors(database, [account]);
    if (author === undefined) return null;
    const creators = await selectCreators(database, [account]);
    return { value: profileBody(author, creators.has(account), []) };
  },
};

export const moderatorsRead = createRead<ModeratorsQuery, Moderator[]>('moderators', async (database, page) => {
  return { value: (await selectModerators(database, page)).map(moderatorBody) };
});
