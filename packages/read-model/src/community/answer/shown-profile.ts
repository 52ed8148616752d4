/** Accounts as others see them. */
import type { Profile } from '@bellwether/contract';
import { mayBeNameOf } from '@bellwether/engine';
import { LruCache } from '@bellwether/wire/lru-cache.ts';
import type { AuthorRow } from '../query/profiles.ts';

/** Public facts about an account. */
export interface ShownProfile {
  /** Name, or '' if there is none, if it is not public, or if it predates the rules for names and breaks them. */
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

/** An image in the catalog clients' format: only the source, since no image is converted here. */
export function optimizedImage(source: string): Profile['profileImageOptimized'] {
  return { id: source, imageUrlSource: source, imageUrlOptimized: source, imageOptimizedComplete: false };
}

/**
 * The chosen name if its owner shows it and it follows the rules for names, which are newer than some names; else ''.
 */
export function shownName({
  name,
  display_username_public: isPublic,
  pseudonym,
}: Pick<AuthorRow, 'name' | 'display_username_public' | 'pseudonym'>): string {
  return isPublic === 1 && keepsRules(name, pseudonym) ? name : '';
}

/** Cache of checked names: a page of trades shows the same ones repeatedly. */
const LOOKED_AT = new LruCache<string, boolean>(10_000);

function keepsRules(name: string, pseudonym: string): boolean {
  if (name === '') return true;
  let keeps = LOOKED_AT.get(name);
  if (keeps === undefined) {
    keeps = mayBeNameOf('', name);
    LOOKED_AT.set(name, keeps);
  }
  // Only the account with a pseudonym may choose that pseudonym as its name.
  return keeps || mayBeNameOf(pseudonym, name);
}
