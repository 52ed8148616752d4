/** Projection of profiles: users' own descriptions, moderators, and creators of events. */
import type { ProfileUpdated } from '@bellwether/engine';
import type { SqlValue } from '../../../ports/store.ts';
import { byEvent, type Projection } from '../../projection.ts';
import { createTables } from '../../table.ts';
import { PROFILE_TABLES } from '../tables.ts';

const SCHEMA = `
  ${createTables(PROFILE_TABLES)}
  CREATE INDEX profiles_by_moderator ON profiles (moderator, account) WHERE moderator = 1;
`;

const UPDATE = `
  UPDATE profiles SET updated_ms = ?, name = coalesce(?, name), bio = coalesce(?, bio),
    profile_image = coalesce(?, profile_image), display_username_public = coalesce(?, display_username_public)
  WHERE account = ?
`;

/** Tables `profiles`, with a row per account, and `creators`. */
export const profilesProjection: Projection = {
  name: 'profiles',
  version: 2,
  tables: Object.keys(PROFILE_TABLES),
  ignoresTrading: true,
  schema: SCHEMA,

  open(store) {
    const insert = store.prepare(`INSERT INTO profiles VALUES (?, ?, ?, '', '', '', 1, 0)`);
    const update = store.prepare(UPDATE);
    const setModerator = store.prepare('UPDATE profiles SET moderator = ? WHERE account = ?');
    const insertCreator = store.prepare('INSERT OR IGNORE INTO creators VALUES (?)');

    return byEvent((event, { timeMs }) => {
      switch (event.kind) {
        case 'AccountOpened':
          insert.run(event.account, timeMs, timeMs);
          break;
        case 'ProfileUpdated':
          update.run(timeMs, ...changed(event), event.account);
          break;
        case 'ModeratorSet':
          setModerator.run(event.moderator ? 1 : 0, event.account);
          break;
        case 'CatalogEventAdded':
          if (event.event.creator !== '') insertCreator.run(event.event.creator.toLowerCase());
          break;
      }
    });
  },
};

/** New values in the order of the columns; null leaves a column unchanged. */
function changed({ changes }: ProfileUpdated): SqlValue[] {
  const { name, bio, profileImage, displayUsernamePublic } = changes;
  const flag = displayUsernamePublic === undefined ? null : Number(displayUsernamePublic);
  return [name ?? null, bio ?? null, profileImage ?? null, flag];
}
