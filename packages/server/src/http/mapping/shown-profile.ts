/** Accounts as others see them. */
import { shownName } from '../../ports/shown-name.ts';
import type { AuthorRow } from '../../queries/profiles.ts';

/** What everyone may see of an account. */
export interface ShownProfile {
  /** '' when there is none, it is not public, or it is from before the rules of names and breaks them. */
  readonly name: string;
  readonly pseudonym: string;
  readonly bio: string;
  readonly profileImage: string;
  readonly displayUsernamePublic: boolean;
}

export function shownProfile(row: AuthorRow): ShownProfile {
  return {
    name: shownName(row),
    pseudonym: row.pseudonym,
    bio: row.bio,
    profileImage: row.profile_image,
    displayUsernamePublic: row.display_username_public === 1,
  };
}
