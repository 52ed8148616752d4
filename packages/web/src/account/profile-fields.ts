/** Validation and diffing of the profile form. Pure. */

export interface ProfileFields {
  readonly name: string;
  readonly bio: string;
  readonly profileImage: string;
  readonly displayUsernamePublic: boolean;
}

const PICTURE_MAX = 500;

/**
 * Returns the changed fields; null if none changed. The venue does not return a hidden name. So if the name was hidden,
 * an empty field leaves it unchanged; if it was visible, an empty field clears it.
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

/** Returns the error of a picture URL; null if it is valid. Pages only show pictures over https. */
export function pictureError(url: string): string | null {
  if (url === '') return null;
  if (url.length > PICTURE_MAX) return `At most ${PICTURE_MAX} characters.`;
  return URL.canParse(url) && url.startsWith('https://') ? null : 'An address that begins with https://';
}
