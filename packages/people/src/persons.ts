/** People as rows: found, listed, changed and erased. */
import type { Address } from '@bellwether/engine';
import type { DigestChoice, PeopleFilter, Person, PersonEdit, PersonState } from '@bellwether/ports/people.ts';
import { PROVIDER_ACTOR } from '@bellwether/ports/people.ts';
import { sql, type Transaction } from 'kysely';
import { type Db, msOf, type Tables } from './database.ts';
import { endPasskeys } from './devices.ts';
import type { Claims } from './sign-in/provider/claims.ts';

/** Top-level domain that no mail server has (RFC 2606): for people without an address. */
const NO_MAIL = '.invalid';
export const noEmail = (id: string): string => `${id}@people${NO_MAIL}`;
const isEmail = (email: string): boolean => !email.endsWith(NO_MAIL);

const COLUMNS = [
  ...(['user.id', 'user.name', 'user.email', 'user.state', 'user.account', 'user.roleWish'] as const),
  ...(['user.promised', 'user.note', 'user.invitedBy', 'user.createdAt', 'user.recoveredMs', 'user.digest'] as const),
] as const;

type Row = Pick<Tables['user'], (typeof COLUMNS)[number] extends `user.${infer Name}` ? Name : never>;

export async function findPerson(db: Db, id: string): Promise<Person | null> {
  const row = await db.selectFrom('user').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : ((await withGroups(db, [row]))[0] ?? null);
}

async function withGroups(db: Db, rows: readonly Row[]): Promise<Person[]> {
  const ids = rows.map(({ id }) => id);
  const members =
    ids.length === 0
      ? []
      : await db.selectFrom('people_member').selectAll().where('person', 'in', ids).orderBy('group_name').execute();
  const groups = Map.groupBy(members, ({ person }) => person);
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    email: isEmail(row.email) ? row.email : null,
    state: row.state as PersonState,
    account: row.account as Address | null,
    createdMs: msOf(createdAt),
    recoveredMs: row.recoveredMs === null ? null : Number(row.recoveredMs),
    digest: (row.digest ?? 'weekly') as DigestChoice,
    groups: (groups.get(row.id) ?? []).map(({ group_name: name }) => name),
  }));
}

export async function listPeople(db: Db, filter: PeopleFilter) {
  const { accounts, group, limit, offset, q, state, suspended = [] } = filter;
  let query = db.selectFrom('user');
  if (state !== undefined) {
    const own = sql<boolean>`coalesce(account, '') IN (${sql.join(['-', ...suspended])})`;
    query = query.where(({ and, eb, not, or }) =>
      state === 'suspended' ? or([eb('state', '=', state), own]) : and([eb('state', '=', state), not(own)]),
    );
  }
  if (accounts !== undefined) query = query.where('account', 'in', accounts.length === 0 ? [''] : [...accounts]);
  if (q !== undefined && q !== '') {
    const like = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`(lower(name) LIKE ${like} ESCAPE '\\' OR lower(email) LIKE ${like} ESCAPE '\\')`);
  }
  if (group !== undefined) {
    query = query.where('id', 'in', (inner) =>
      inner.selectFrom('people_member').select('person').where('group_name', '=', group),
    );
  }
  const counted = await query.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(COLUMNS)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { people: await withGroups(db, rows), total: Number(counted.total) };
}

export async function digestReaders(db: Db, choice: DigestChoice, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('id', '>', after)
    .where('state', '=', 'joined')
    .where('email', 'not like', `%${NO_MAIL}`)
    .where(({ fn, val }) => fn.coalesce('digest', val('weekly')), '=', choice)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Null for an unknown person. A suspended person's sessions and links end with the same transaction. */
export async function changePerson(
  db: Transaction<Tables>,
  id: string,
  { name, state, groups, account, digest, roleWish }: PersonEdit,
  nowMs: number,
): Promise<Person | null> {
  const found = await findPerson(db, id);
  if (found === null) return null;
  const changed = {
    ...(name !== undefined && { name }),
    ...(digest !== undefined && { digest }),
    ...(roleWish !== undefined && { roleWish }),
    // What a person wrote to be let in is not needed afterwards.
    ...(state !== undefined && { state, note: null }),
    // Another account was opened by another invitation, if any.
    ...(account !== undefined && { account, recoveredMs: null, promised: null }),
  };
  if (Object.keys(changed).length > 0) await db.updateTable('user').set(changed).where('id', '=', id).execute();
  if (account !== undefined) await db.deleteFrom('people_device').where('person', '=', id).execute();
  if (account !== undefined && found.recoveredMs !== null) await endPasskeys(db, id, found.recoveredMs);
  if (state === 'suspended' || account !== undefined) {
    await db.deleteFrom('session').where('userId', '=', id).execute();
    await db.deleteFrom('people_link').where('person', '=', id).execute();
  }
  if (groups !== undefined) {
    await db.deleteFrom('people_member').where('person', '=', id).execute();
    for (const group of new Set(groups)) await addToGroup(db, id, group, nowMs);
  }
  return findPerson(db, id);
}

export async function addGroup(db: Db, name: string, nowMs: number): Promise<void> {
  await db
    .insertInto('people_group')
    .values({ name, created_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function addToGroup(db: Db, person: string, name: string, nowMs: number): Promise<void> {
  await addGroup(db, name, nowMs);
  await db
    .insertInto('people_member')
    .values({ person, group_name: name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function groupsOf(db: Db) {
  const rows = await db
    .selectFrom('people_group')
    .leftJoin('people_member', 'group_name', 'people_group.name')
    .select(({ fn }) => ['people_group.name', fn.count('person').as('people')])
    .groupBy('people_group.name')
    .orderBy('people_group.name')
    .execute();
  return rows.map(({ name, people }) => ({ name, people: Number(people) }));
}

/** The person with this address, in lower case. */
export async function personWithEmail(db: Db, email: string): Promise<Person | null> {
  if (!isEmail(email)) return null;
  const row = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  return row === undefined ? null : findPerson(db, row.id);
}

/** Takes over groups and role from the provider, where it decides them. */
export async function takeClaims(
  db: Transaction<Tables>,
  person: string,
  { groups, role }: Claims,
  nowMs: number,
): Promise<void> {
  const own = db.updateTable('user').where('id', '=', person);
  if (role) await own.set({ roleWish: role, invitedBy: PROVIDER_ACTOR }).execute();
  // Claims without a role take back theirs alone.
  if (role === '')
    await own
      .set({ roleWish: sql<string>`'-' || "roleWish"` })
      .where('invitedBy', '=', PROVIDER_ACTOR)
      .where('roleWish', 'not like', '-%')
      .execute();
  if (groups !== null) await changePerson(db, person, { groups }, nowMs);
}

/** The tables that refer to a person follow by themselves; invitations for the address of a person do not. */
export async function erasePerson(db: Transaction<Tables>, id: string): Promise<Pick<Person, 'account'> | null> {
  const gone = await db.deleteFrom('user').where('id', '=', id).returning(['account', 'email']).executeTakeFirst();
  if (gone === undefined) return null;
  await db.deleteFrom('people_link').where('email', '=', gone.email).execute();
  return { account: gone.account as Address | null };
}
