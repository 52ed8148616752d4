/** Decides profiles, moderators, and dropped notifications. */
import type { DropNotifications, SetModerator, UpdateProfile } from '../community/commands.ts';
import type { ProfileText } from '../community/definition.ts';
import { nameProblem } from '../community/names.ts';
import { looksLikePseudonym, pseudonym } from '../community/pseudonym.ts';
import { imageProblem, textProblem } from '../community/text.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Account } from '../ledger/wallet.ts';
import { PROFILE_BIO_LENGTH_MAX, PROFILE_IMAGE_LENGTH_MAX, PROFILE_NAME_LENGTH_MAX } from '../limits.ts';
import { reject } from '../reject.ts';
import type { State } from '../state.ts';

export function decideUpdateProfile(state: Readonly<State>, command: UpdateProfile): Decision {
  const { account } = command;
  const owner = state.accounts[account];
  if (owner === undefined) return reject('unknown_account');
  const changes = trimmed(command.changes);
  const reason = profileProblem(changes);
  if (reason !== null) return reject('profile_invalid', { reason });
  const { name } = changes;
  if (name !== undefined && isTaken(state, owner, name)) return reject('name_taken', { name });
  return accepted(Object.keys(changes).length === 0 ? [] : [{ kind: 'ProfileUpdated', account, changes }]);
}

/** True if another account has the name or one that looks like it, or if it looks like another account's pseudonym. */
function isTaken({ community }: Readonly<State>, { id, address }: Account, name: string): boolean {
  return name !== '' && (community.nameIndex.isTaken(name, id) || looksLikePseudonym(name, pseudonym(address)));
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

export function decideSetModerator(state: Readonly<State>, command: SetModerator): Decision {
  const { account, moderator } = command;
  if (state.accounts[account] === undefined) return reject('unknown_account');
  const same = state.community.moderators.has(account) === moderator;
  return accepted(same ? [] : [{ kind: 'ModeratorSet', account, moderator }]);
}

export function decideDropNotifications(state: Readonly<State>, { account, ids }: DropNotifications): Decision {
  if (state.accounts[account] === undefined) return reject('unknown_account');
  return accepted(ids?.length === 0 ? [] : [{ kind: 'NotificationsDropped', account, ids }]);
}
