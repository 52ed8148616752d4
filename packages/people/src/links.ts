/** Links that open a session: invitations, recovery and device links. One table, one way to use one; only hashes are kept. */
import { createHash } from 'node:crypto';
import type { Invitation, InvitationWish, JoinRequest, Person } from '@bellwether/ports/people.ts';
import { sql, type Transaction } from 'kysely';
import { SESSION_DAYS } from './auth.ts';
import { type Db, type LinkRow, msOf, type Tables } from './database.ts';
import { addToGroup, findPerson, listPeople, noEmail } from './persons.ts';

/** Time in which a browser whose answer was lost can use the same link again. */
const AGAIN_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIFE_MS = { recovery: DAY_MS, device: 10 * 60_000, email: 10 * 60_000 } as const;
/** 192 bits. */
const TOKEN_BYTES = 24;
const TOKEN = /^[A-Za-z0-9_-]{32}$/;
const AGENT_MAX = 200;
/** Most people who wait to be let in: everyone may ask. */
const WAITING_MAX = 10_000;

/** Clock in Unix milliseconds, and randomness. */
export type Moment = { readonly nowMs: number; readonly bytes: (count: number) => Uint8Array };

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
export const newId = ({ bytes }: Moment, count = 15): string => Buffer.from(bytes(count)).toString('base64url');

interface MadeLink extends Invitation {
  readonly token: string;
}

const empty = { email: null, name: null, group_name: null, role: null, amount: null };

async function insert(
  db: Db,
  moment: Moment,
  own: Omit<LinkRow, 'id' | 'hash' | 'created_ms' | 'uses_left'>,
): Promise<MadeLink> {
  const token = newId(moment, TOKEN_BYTES);
  const row = { ...own, id: newId(moment), hash: hashOf(token), uses_left: own.uses, created_ms: moment.nowMs };
  await db.insertInto('people_link').values(row).execute();
  return { ...invitationOf(row), token };
}

export function addInvitation(db: Db, wish: InvitationWish, moment: Moment): Promise<MadeLink> {
  const { amount, by, email, group, hours, name, role, uses } = wish;
  return insert(db, moment, {
    ...{ kind: 'invite', person: null, email: email?.toLowerCase() ?? null, name, role, amount },
    ...{ group_name: group, made_by: by, ends_ms: moment.nowMs + hours * HOUR_MS },
    // An address is one person's.
    uses: email === null ? uses : 1,
  });
}

/** `role`: role of who makes a recovery link. */
export function addPersonLink(
  db: Db,
  person: string,
  kind: keyof typeof LIFE_MS,
  { by, role = null }: { readonly by: string; readonly role?: string | null },
  moment: Moment,
) {
  const ends = { uses: 1, made_by: by, ends_ms: moment.nowMs + LIFE_MS[kind] };
  return insert(db, moment, { ...empty, kind, person, role, ...ends });
}

const invitationOf = (row: LinkRow): Invitation => ({
  ...{ id: row.id, uses: row.uses, left: row.uses_left, endsMs: Number(row.ends_ms), email: row.email },
  ...{ name: row.name, group: row.group_name, role: row.role, amount: row.amount, by: row.made_by },
});

export async function openInvitations(db: Db, nowMs: number): Promise<Invitation[]> {
  const open = db.selectFrom('people_link').selectAll().where('kind', '=', 'invite').where('uses_left', '>', 0);
  const rows = await open.where('ends_ms', '>', nowMs).orderBy('created_ms').orderBy('id').execute();
  return rows.map(invitationOf);
}

/** Forgets links that can be used no more: they name those whom they invited. */
export async function forgetLinks(db: Db, nowMs: number): Promise<void> {
  const over = db.deleteFrom('people_link');
  await over.where(({ eb, or }) => or([eb('uses_left', '=', 0), eb('ends_ms', '<=', nowMs)])).execute();
}

/** Ends the links to an account's person, and those that the actor made. */
export async function endLinksOf(db: Db, actor: string): Promise<void> {
  const person = db.selectFrom('user').select('id').where('account', '=', actor);
  const open = db.deleteFrom('people_link');
  await open.where(({ eb, or }) => or([eb('made_by', '=', actor), eb('person', 'in', person)])).execute();
}

/** `session`: token of the session that an earlier use of the same browser has opened. */
export type Used =
  | { readonly kind: 'used'; readonly person: string; readonly session?: string }
  | { readonly kind: 'refused'; readonly why: 'name' | 'link' | 'full' };

/**
 * Uses a link once, in a transaction: the last use goes to one of two browsers. `signedIn`: who uses an invitation while
 * signed in joins its group and is no second person.
 */
export async function useLink(
  db: Transaction<Tables>,
  { token, name, nonce = null }: Pick<JoinRequest, 'token' | 'name' | 'nonce'>,
  signedIn: string | null,
  moment: Moment,
): Promise<Used> {
  if (token === null || !TOKEN.test(token)) return { kind: 'refused', why: 'link' };
  const row = await db
    .updateTable('people_link')
    .set({ uses_left: sql<number>`uses_left - 1` })
    .where('hash', '=', hashOf(token))
    .where('uses_left', '>', 0)
    .where('ends_ms', '>', moment.nowMs)
    .returningAll()
    .executeTakeFirst();
  // The link's row is locked by now: the same browser cannot be faster at another node.
  const again = await usedBefore(db, useOf(token, nonce), moment.nowMs);
  if (again !== null) {
    const back = db.updateTable('people_link').set({ uses_left: sql<number>`uses_left + 1` });
    if (row !== undefined) await back.where('id', '=', row.id).execute();
    return again;
  }
  if (row === undefined) return { kind: 'refused', why: 'link' };
  if (row.uses_left === 0) await db.deleteFrom('people_link').where('id', '=', row.id).execute();
  const person = row.person ?? (row.kind === 'invite' ? signedIn : null);
  // The maker of an invitation for an address must not get into the account of the person who joined under it since.
  const owner = await personOfAddress(db, row.email);
  if (owner !== null && owner !== person) return { kind: 'refused', why: 'link' };
  if (person !== null) {
    const found = await findPerson(db, person);
    if (found === null || found.state !== 'joined') return { kind: 'refused', why: 'link' };
    if (row.group_name !== null) await addToGroup(db, person, row.group_name, moment.nowMs);
    // Whoever has an older one must not come in later.
    if (row.kind === 'recovery') await db.deleteFrom('people_link').where('person', '=', person).execute();
    // The first one counts: whoever used it may have added devices and passkeys since.
    if (row.kind === 'recovery' && row.role !== 'owner' && found.recoveredMs === null)
      await db
        .updateTable('user')
        .set({ recoveredMs: String(moment.nowMs) })
        .where('id', '=', person)
        .execute();
    return { kind: 'used', person };
  }
  const called = name ?? row.name;
  if (called === null) return { kind: 'refused', why: 'name' };
  const { amount, email, made_by: invitedBy, role } = row;
  const terms = { amount, email, role, invitedBy };
  const id = await addPerson(db, { ...terms, name: called, state: 'joined', note: null }, moment);
  if (row.group_name !== null) await addToGroup(db, id, row.group_name, moment.nowMs);
  return { kind: 'used', person: id };
}

const useOf = (token: string | null, nonce: string | null): string | null =>
  token === null || nonce === null ? null : hashOf(`${token}\n${nonce}`);

/** Finds the session that the same use opened a short while ago, if it is still open. */
async function usedBefore(db: Db, use: string | null, nowMs: number): Promise<Used | null> {
  if (use === null) return null;
  const sessions = db.selectFrom('session').select(['userId', 'token', 'createdAt']).where('linkUse', '=', use);
  const found = await sessions.executeTakeFirst();
  if (found === undefined || msOf(found.createdAt) + AGAIN_MS <= nowMs) return null;
  return { kind: 'used', person: found.userId, session: found.token };
}

async function personOfAddress(db: Db, email: string | null): Promise<string | null> {
  if (email === null) return null;
  const row = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  return row?.id ?? null;
}

interface NewPerson extends Pick<LinkRow, 'email' | 'role' | 'amount'> {
  readonly name: string;
  readonly state: 'waiting' | 'joined';
  readonly note: string | null;
  readonly invitedBy: string | null;
}

export async function addPerson(db: Db, { email, role, amount, ...own }: NewPerson, moment: Moment): Promise<string> {
  const id = newId(moment);
  const at = new Date(moment.nowMs).toISOString();
  await db
    .insertInto('user')
    .values({
      ...own,
      ...{ id, email: email ?? noEmail(id), emailVerified: sql`false`, createdAt: at, updatedAt: at },
      ...{ account: null, roleWish: role, promised: amount, digest: null },
    })
    .execute();
  return id;
}

/** Asks to be let in; who asks twice in one browser is one person. */
export async function askToJoin(
  db: Db,
  before: Person | null,
  { name, note }: { readonly name: string; readonly note: string | null },
  moment: Moment,
): Promise<Used> {
  if (before !== null) return { kind: 'used', person: before.id };
  const { total } = await listPeople(db, { state: 'waiting', limit: 0, offset: 0 });
  if (total >= WAITING_MAX) return { kind: 'refused', why: 'full' };
  const asked = { email: null, role: null, amount: null, invitedBy: null, name, note, state: 'waiting' } as const;
  return { kind: 'used', person: await addPerson(db, asked, moment) };
}

/** Adds a session row as the library has them; its cookie follows once the transaction is through. */
export async function addSession(
  db: Db,
  person: string,
  { agent, nonce = null, token: link }: JoinRequest,
  moment: Moment,
): Promise<string> {
  const token = newId(moment, TOKEN_BYTES);
  const at = new Date(moment.nowMs).toISOString();
  const expiresAt = new Date(moment.nowMs + SESSION_DAYS * DAY_MS).toISOString();
  await db
    .insertInto('session')
    .values({
      ...{ id: newId(moment), token, userId: person, expiresAt, createdAt: at, updatedAt: at },
      ...{ ipAddress: null, userAgent: agent?.slice(0, AGENT_MAX) ?? null, linkUse: useOf(link, nonce) },
    })
    .execute();
  return token;
}

/** Undoes a transaction: nothing was used. */
export class Refused extends Error {
  readonly why: 'name' | 'link' | 'full';

  constructor(why: Refused['why']) {
    super(why);
    this.why = why;
  }
}
