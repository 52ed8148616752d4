/** What a profile form may send. Pure. */

export interface ProfileFields {
  readonly name: string;
  readonly bio: string;
  readonly profileImage: string;
  readonly displayUsernamePublic: boolean;
}

const PICTURE_MAX = 500;

/**
 * What differs; null when nothing does. The venue does not tell a hidden name, so an empty field says nothing about it
 * while the name was hidden; emptied while it was shown, it gives the name up.
 */
export function changesOf(before: ProfileFields, after: ProfileFields): Partial<ProfileFields> | null {
  const name = after.name.trim();
  const bio = after.bio.trim();
  const changes: Partial<ProfileFields> = {
    ...(name !== before.name && { name }),
    ...(bio !== before.bio && { bio }),
    ...(after.profileImage !== before.profileImage && { profileImage: after.profileImage }),
    ...(after.displayUsernamePublic !== before.displayUsernamePublic && {
      displayUsernamePublic: after.displayUsernamePublic,
    }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}

/** Why a picture will not do; null while it will. Pages show pictures over https alone. */
export function pictureError(url: string): string | null {
  if (url === '') return null;
  if (url.length > PICTURE_MAX) return `At most ${PICTURE_MAX} characters.`;
  return URL.canParse(url) && url.startsWith('https://') ? null : 'An address that begins with https://';
}
