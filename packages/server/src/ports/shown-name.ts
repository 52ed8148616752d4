/** The name under which others see and find an account. */
import { looksLikePseudonym, nameProblem, PROFILE_NAME_LENGTH_MAX } from '@bellwether/engine';
import type { ProfileRow } from './community-tables.ts';
import type { AccountRow } from './ledger-tables.ts';

export type NamedRow = Pick<ProfileRow, 'name' | 'display_username_public'> & Pick<AccountRow, 'pseudonym'>;

/**
 * The chosen name if its owner shows it and it keeps the rules of names, which are younger than some names; else ''. The
 * same for reads and for search: a name that is not shown is not found either.
 */
export function shownName({ name, display_username_public: isPublic, pseudonym }: NamedRow): string {
  return isPublic === 1 && keepsRules(name, pseudonym) ? name : '';
}

/** Names that were looked at: a page of trades shows the same ones again and again. */
const LOOKED_AT = new Map<string, boolean>();
const LOOKED_AT_MAX = 10_000;

function keepsRules(name: string, pseudonym: string): boolean {
  if (name === '') return true;
  let keeps = LOOKED_AT.get(name);
  if (keeps === undefined) {
    keeps = isNameOfAny(name, '');
    if (LOOKED_AT.size >= LOOKED_AT_MAX) LOOKED_AT.clear();
    LOOKED_AT.set(name, keeps);
  }
  // Only the account that goes by a pseudonym may choose it.
  return keeps || isNameOfAny(name, pseudonym);
}

function isNameOfAny(name: string, pseudonym: string): boolean {
  return nameProblem(name, PROFILE_NAME_LENGTH_MAX) === null && !looksLikePseudonym(name, pseudonym);
}
