/** People as the venue shows them: to themselves, and to the operator. */
import type { Invitations, PeopleSession, PersonAnswer } from '@bellwether/contract';
import type { State } from '@bellwether/engine';
import type { Invitation, People, Person, ToldLink } from '@bellwether/ports/people.ts';
import { failure } from '@bellwether/wire/failure.ts';
import { parseAmount } from '@bellwether/wire/forms/decimal.ts';
import type { GatewaySettings } from '../dependencies.ts';
import { promiseGrant } from '../grants/standing.ts';

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Role of a person's account; null for none. */
export function roleOf({ accountsByAddress, rights }: Readonly<State>, { account }: Pick<Person, 'account'>) {
  const id = account === null ? undefined : accountsByAddress.get(account);
  const role = id === undefined ? 'trader' : rights.roleOf(id);
  return role === 'trader' ? null : role;
}

/** The log's suspension counts, too: the store may have missed it. */
export function stateOf({ accountsByAddress, rights }: Readonly<State>, { account, state }: Person): Person['state'] {
  const id = account === null ? undefined : accountsByAddress.get(account);
  return id !== undefined && rights.suspended.has(id) ? 'suspended' : state;
}

function shown(person: Person, state: Readonly<State>): NonNullable<PeopleSession['person']> {
  const { account, digest, email, groups, id, name } = person;
  return {
    id,
    name,
    email,
    state: stateOf(state, person),
    account,
    role: roleOf(state, person),
    groups: [...groups],
    digest,
  };
}

/** `people`: null for a venue without the store. */
export function sessionAnswer(
  people: People | null,
  person: Person | null,
  { join, reads }: GatewaySettings,
  state: Readonly<State>,
): PeopleSession {
  const ways = people === null ? [] : [...people.ways];
  return { join, reads, ways, person: person === null ? null : shown(person, state) };
}

export function personAnswer(person: Person, state: Readonly<State>): PersonAnswer {
  const { createdMs, note } = person;
  return { ...shown(person, state), note, since: seconds(createdMs), unpaid: unpaidOf(person, state) };
}

/** What the venue could not pay when the account opened, as it was full. */
function unpaidOf({ account, promised }: Person, { grants }: Readonly<State>): string | null {
  if (account === null || promised === null || parseAmount(promised) === 0) return null;
  return grants.find(promiseGrant(account)) === null ? promised : null;
}

export function invitationAnswer(invitation: Invitation): Invitations['invitations'][number] {
  const { amount, by, email, endsMs, group, id, left, name, role, uses } = invitation;
  return { id, uses, left, expires: seconds(endsMs), email, name, group, role, amount, by };
}

/** Only hashes of links are kept, so that a repeat cannot tell them again. */
export const TOLD_ONCE = failure('link_told_once');
export const linkAnswer = (link: ToldLink | null) =>
  link === null ? TOLD_ONCE : { url: link.url, expires: seconds(link.endsMs) };
