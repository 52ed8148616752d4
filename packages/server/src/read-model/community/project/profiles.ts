/** Projection of profiles: users' own descriptions, moderators, and creators of events. */
import type { ProfileUpdated } from '@bellwether/engine';
import type { ChainedEntry } from '../../../ports/journal.ts';
import type { SqlValue } from '../../../ports/store.ts';
import type { Projection } from '../../projection.ts';

const SCHEMA = `
  CREATE TABLE profiles (
    account INTEGER PRIMARY KEY,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    name TEXT NOT NULL,
    bio TEXT NOT NULL,
    profile_image TEXT NOT NULL,
    display_username_public INTEGER NOT NULL,
    moderator INTEGER NOT NULL
  );
  CREATE INDEX profiles_by_moderator ON profiles (moderator, account) WHERE moderator = 1;
  CREATE TABLE creators (creator TEXT PRIMARY KEY) WITHOUT ROWID;
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
  tables: ['creators', 'profiles'],
  ignoresTrading: true,
  schema: SCHEMA,

  open(store) {
    const insert = store.prepare(`INSERT INTO profiles VALUES (?, ?, ?, '', '', '', 1, 0)`);
    const update = store.prepare(UPDATE);
    const setModerator = store.prepare('UPDATE profiles SET moderator = ? WHERE account = ?');
    const insertCreator = store.prepare('INSERT OR IGNORE INTO creators VALUES (?)');

    function write({ timeMs, events }: ChainedEntry): void {
      for (const event of events) {
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
          default:
            break;
        }
      }
    }

    return { write: (entries) => entries.forEach(write) };
  },
};

/** New values in the order of the columns; null leaves a column unchanged. */
function changed({ changes }: ProfileUpdated): SqlValue[] {
  const { name, bio, profileImage, displayUsernamePublic } = changes;
  const flag = displayUsernamePublic === undefined ? null : Number(displayUsernamePublic);
  return [name ?? null, bio ?? null, profileImage ?? null, flag];
}
