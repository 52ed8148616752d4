/** Rules of profiles. */
import { PROFILE_BIO_LENGTH_MAX, PROFILE_IMAGE_LENGTH_MAX, PROFILE_NAME_LENGTH_MAX } from '../limits.ts';
import { type Reject, reject } from '../reject.ts';
import { accountOf, type State } from '../state.ts';
import type { AccountId } from '../units/units.ts';
import type { ProfileText } from './definition.ts';
import { nameProblem } from './names.ts';
import { looksLikePseudonym, pseudonym } from './pseudonym.ts';
import { imageProblem, textProblem } from './text.ts';

/** The changes as they are kept, or the reason for refusing them. Throws for an unknown account. */
export function checkedProfile(
  state: Readonly<State>,
  account: AccountId,
  wanted: Partial<ProfileText>,
): Reject | { readonly kind: 'checked'; readonly changes: Partial<ProfileText> } {
  const changes = trimmed(wanted);
  const reason = profileProblem(changes);
  if (reason !== null) return reject('profile_invalid', { reason });
  const { name } = changes;
  if (name !== undefined && isTaken(state, account, name)) return reject('name_taken', { name });
  return { kind: 'checked', changes };
}

/** True if another account has the name or one that looks like it, or if it looks like another account's pseudonym. */
function isTaken(state: Readonly<State>, account: AccountId, name: string): boolean {
  if (name === '') return false;
  const own = pseudonym(accountOf(state, account).address);
  return state.community.nameIndex.isTaken(name, account) || looksLikePseudonym(name, own);
}

/** The given known fields, trimmed, in a fixed order. */
function trimmed({ name, bio, profileImage, displayUsernamePublic }: Partial<ProfileText>): Partial<ProfileText> {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(bio !== undefined && { bio: bio.trim() }),
    ...(profileImage !== undefined && { profileImage }),
    ...(displayUsernamePublic !== undefined && { displayUsernamePublic }),
  };
}

function profileProblem({ name, bio, profileImage }: Partial<ProfileText>): string | null {
  const problems = [
    ['name', name === undefined ? null : nameProblem(name, PROFILE_NAME_LENGTH_MAX)],
    ['bio', bio === undefined ? null : textProblem(bio, PROFILE_BIO_LENGTH_MAX)],
    ['profileImage', profileImage === undefined ? null : imageProblem(profileImage, PROFILE_IMAGE_LENGTH_MAX)],
  ] as const;
  const found = problems.find(([, problem]) => problem !== null);
  return found === undefined ? null : `${found[0]} ${found[1]}`;
}
