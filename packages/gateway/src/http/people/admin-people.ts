/** The operator's routes of people, invitations and groups. */
import {
  ADMIN_PEOPLE_ROUTES,
  GroupInput,
  InvitationInput,
  PeopleImport,
  type PeopleQuery,
  PersonChange,
} from '@bellwether/contract';
import {
  type Address,
  accountOf,
  isReservedAddress,
  type NoteAct,
  type NotedTerms,
  ROLES,
  type State,
} from '@bellwether/engine';
import type { InvitationWish, People, Person } from '@bellwether/ports/people.ts';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import { parseAmount } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { removeSome } from '../community/removal.ts';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mountOperator } from '../mount.ts';
import { actorOf } from '../plugins/admission.ts';
import { OPERATOR_BODY, withBody } from '../plugins/body.ts';
import { recordOf, wasDone, withAct } from '../plugins/idempotency.ts';
import { createRouteQueryReader } from '../plugins/query.ts';
import { refusalOf } from '../shown-writes.ts';
import { invitationAnswer, linkAnswer, personAnswer, roleOf, TOLD_ONCE } from './answers.ts';
import { placeOf, submitAll } from './devices.ts';
import { refusePerson } from './from-page.ts';

const WEEK_HOURS = 168;
const NO_ONE = failure('id_not_found');
const OWNER_ONLY = failure('role_required', { role: 'owner' });

const idOf = (request: FastifyRequest): string => (request.params as { readonly id: string }).id;
const isOwner = ({ admin }: FastifyRequest): boolean => admin?.role === 'owner';

export function registerAdminPeople(app: FastifyInstance, dependencies: AppDependencies, people: People): void {
  const { view } = dependencies;
  const readQuery = createRouteQueryReader<PeopleQuery>(ADMIN_PEOPLE_ROUTES.people);

  /** Finds whom a request is about. Only an owner acts on owners and operators: a link would let anyone else become one. */
  const personOf = async (request: FastifyRequest): Promise<Person | Failure> => {
    const person = await people.find(idOf(request));
    if (person === null) return NO_ONE;
    // The provider or an invitation may have given a role to someone whose account is still to open.
    const role = person.account === null ? person.roleWish : roleOf(view.state, person);
    return (role === 'owner' || role === 'operator') && !isOwner(request) ? OWNER_ONLY : person;
  };

  mountOperator(app, ADMIN_PEOPLE_ROUTES.people, async (request) => {
    const query = readQuery(request.query);
    if (query.kind === 'failure') return query;
    const { role, ...filter } = query.value;
    const accounts = role === undefined ? {} : { accounts: accountsWith(view.state, role) };
    const suspended = [...view.state.rights.suspended].map((id) => accountOf(view.state, id).address);
    const { people: found, total } = await people.list({ ...filter, ...accounts, suspended });
    return { people: found.map((person) => personAnswer(person, view.state)), total };
  });

  const changed = withBody(PersonChange, async ({ groups, name, reason, state, account: given }, request) => {
    const person = await personOf(request);
    if (isFailure(person)) return person;
    const account = given === undefined ? undefined : await freeAccount(dependencies, people, request, given);
    const isDone = wasDone(request);
    if (typeof account === 'object') return isDone ? personAnswer(person, view.state) : account;
    // The log comes first: nobody who is suspended there trades, whatever the store says.
    const place = placeOf(view.state, person);
    const isWhole = state !== undefined && place !== null && (groups ?? name ?? account) === undefined;
    const terms = groups && { before: { groups: person.groups.length }, after: { groups: new Set(groups).size } };
    const refused = isDone
      ? null
      : ((state === undefined || place === null
          ? null
          : await suspend(dependencies, request, place, state, reason, isWhole)) ??
        (account === undefined ? null : await endDevices(dependencies, request, person, reason)) ??
        // The suspension is the act.
        (isWhole
          ? null
          : await note(dependencies, request, 'ChangePerson', { account: account ?? person.account }, reason, terms)));
    if (refused !== null) return refused;
    const { suspended } = view.state.rights;
    // A repeat may come after another change: the log has the last one.
    const kept = place === null ? state : state && (suspended.has(place.account) ? 'suspended' : 'joined');
    if (kept === 'suspended' && person.account !== null) await people.endLinksOf(person.account);
    const after = await people.change(person.id, { groups, name, state: kept, account }, recordOf(request));
    if (after === null) return NO_ONE;
    // The account may have opened meanwhile.
    const late = state === 'suspended' && after.state === 'suspended' ? placeOf(view.state, after) : null;
    const refusedLate = late && (await suspend(dependencies, request, late, 'suspended', reason, false));
    const settled = refusedLate ?? (await followLog(dependencies, people, after));
    return isFailure(settled) ? settled : personAnswer(settled, view.state);
  });
  mountOperator(app, ADMIN_PEOPLE_ROUTES.changePerson, changed);

  const recovered = async (request: FastifyRequest): Promise<object> => {
    const person = await personOf(request);
    if (isFailure(person)) return person;
    const refused =
      (person.state === 'waiting' ? null : refusePerson(person, view.state)) ??
      (await note(dependencies, request, 'LinkPerson', person));
    if (refused !== null) return refused;
    const by = [actorOf(request), request.admin?.role] as const;
    return linkAnswer(await people.linkFor(person.id, 'recovery', ...by, recordOf(request)));
  };
  mountOperator(app, ADMIN_PEOPLE_ROUTES.recoverPerson, recovered, 201);

  mountOperator(app, ADMIN_PEOPLE_ROUTES.erasePerson, async (request) => {
    const person = await personOf(request);
    const isGone = person === NO_ONE && wasDone(request);
    if (isFailure(person) && !isGone) return person;
    if (!isFailure(person)) {
      // The store comes last: it alone knows which account to go on with when this is sent again.
      const refused =
        (await leave(dependencies, request, people, person)) ??
        (await note(dependencies, request, 'ErasePerson', person));
      if (refused !== null) return refused;
      const last = await people.erase(person.id);
      // The account may have opened meanwhile.
      const refusedLate = last && (await leave(dependencies, request, people, last));
      if (refusedLate !== null) return refusedLate;
    }
    await dependencies.news?.forgetPerson(idOf(request));
    return { done: true };
  });

  registerInvitations(app, dependencies, people);
  mountOperator(app, ADMIN_PEOPLE_ROUTES.groups, async () => ({ groups: await people.groups() }));
  const added = withBody(GroupInput, async ({ name, reason }, request) => {
    const noted = await note(dependencies, request, 'AddGroup', null, reason, { name });
    if (noted !== null) return noted;
    await people.addGroup(name);
    return (await people.groups()).find((group) => group.name === name) ?? { name, people: 0 };
  });
  mountOperator(app, ADMIN_PEOPLE_ROUTES.addGroup, added, 201);
}

function registerInvitations(app: FastifyInstance, dependencies: AppDependencies, people: People): void {
  mountOperator(app, ADMIN_PEOPLE_ROUTES.invitations, async () => ({
    invitations: (await people.invitations()).map(invitationAnswer),
  }));

  const invited = withBody(InvitationInput, async (body, request) => {
    const { email, role, uses = 1 } = body;
    if (role !== undefined && !isOwner(request)) return OWNER_ONLY;
    if (email !== undefined && uses > 1) return badRequest('uses must be 1 with email: the link signs its owner in');
    const noted = await note(dependencies, request, 'InvitePeople', null, body.reason, {
      after: termsOf({ ...body, uses }, [body]),
    });
    if (noted !== null) return noted;
    const [made] = await people.invite([wishOf({ ...body, uses }, request)], recordOf(request));
    return made === undefined ? TOLD_ONCE : { ...invitationAnswer(made), url: made.url };
  });
  mountOperator(app, ADMIN_PEOPLE_ROUTES.addInvitation, invited, 201);

  const imported = withBody(
    PeopleImport,
    async ({ amount, hours, people: rows, reason, send = false }, request) => {
      if (rows.some(({ role }) => role !== undefined) && !isOwner(request)) return OWNER_ONLY;
      const repeated = repeatedEmail(rows.map(({ email }) => email?.toLowerCase()));
      if (repeated !== null) return badRequest(`people[${repeated}].email is there twice`);
      const noted = await note(dependencies, request, 'InvitePeople', null, reason, {
        after: { people: rows.length, ...termsOf({ amount, hours }, rows) },
      });
      if (noted !== null) return noted;
      const wishes = rows.map((row) => wishOf({ ...row, amount, hours }, request));
      const made = await people.invite(wishes, recordOf(request));
      if (made.length === 0) return TOLD_ONCE;
      const links = [];
      for (const [at, link] of made.entries()) {
        const email = rows[at]?.email;
        const sent = send && email !== undefined && (await people.mailInvitation(email, link.url));
        links.push({ ...linkAnswer(link), sent });
      }
      return { links };
    },
    OPERATOR_BODY,
  );
  mountOperator(app, ADMIN_PEOPLE_ROUTES.importPeople, imported, 201);

  mountOperator(app, ADMIN_PEOPLE_ROUTES.endInvitation, async (request) => {
    const isThere = (await people.invitations()).some(({ id }) => id === idOf(request));
    if (!isThere && !wasDone(request)) return NO_ONE;
    const noted = await note(dependencies, request, 'EndInvitation', null);
    if (noted === null) await people.endInvitation(idOf(request));
    return noted ?? { done: true };
  });
}

type Given = { readonly [Field in keyof InvitationInput]?: InvitationInput[Field] | undefined };

function wishOf(given: Given, request: FastifyRequest): InvitationWish {
  const { amount, email, group, hours = WEEK_HOURS, name, role, uses = 1 } = given;
  const texts = { amount: amount ?? null, email: email ?? null, group: group ?? null, name: name ?? null };
  return { ...texts, role: role ?? null, hours, uses, by: actorOf(request) };
}

/** Terms of invitations for the log, without names: the widest role, and how many groups. */
function termsOf({ amount, hours = WEEK_HOURS, uses }: Given, rows: readonly Given[]): NotedTerms {
  const promised = amount === undefined ? null : parseAmount(amount);
  const role = ROLES.find((each) => rows.some((row) => row.role === each));
  return {
    ...{ hours, groups: new Set(rows.flatMap(({ group }) => group ?? [])).size },
    ...(uses !== undefined && { uses }),
    ...(promised !== null && { amount: promised }),
    ...(role !== undefined && { role }),
  };
}

function repeatedEmail(emails: readonly (string | undefined)[]): number | null {
  const at = emails.findIndex((email, index) => email !== undefined && emails.indexOf(email) < index);
  return at < 0 ? null : at;
}

/** Reads the account that an owner gives to a person: one for a person, which nobody has. */
async function freeAccount(
  { parseAddress, view }: AppDependencies,
  people: People,
  request: FastifyRequest,
  text: string,
): Promise<Address | Failure> {
  // It may have a role and money.
  if (!isOwner(request)) return OWNER_ONLY;
  const parsed = parseAddress(text);
  if (parsed.kind === 'invalid') return badRequest(`account ${parsed.error}`);
  const { address } = parsed;
  const account = view.state.accounts[view.state.accountsByAddress.get(address) ?? -1];
  if (account === undefined) return badRequest('account must be one of this venue');
  if (account.depositWallet !== address || isReservedAddress(address))
    return badRequest('account must be one that opened for a person');
  if (view.state.rights.suspended.has(account.id)) return badRequest('account must not be suspended');
  const { total } = await people.list({ accounts: [address], limit: 1, offset: 0 });
  return total === 0 ? address : badRequest('account must be one that no person has');
}

function accountsWith({ accounts, rights }: Readonly<State>, role: string): string[] {
  return [...rights.roles].flatMap(([id, has]) => (has === role ? (accounts[id]?.address ?? []) : []));
}

/** Suspends the person's account in the log, or ends that. `isWhole`: the request does nothing else. */
function suspend(
  dependencies: AppDependencies,
  request: FastifyRequest,
  { account }: Pick<NonNullable<ReturnType<typeof placeOf>>, 'account'>,
  state: 'joined' | 'suspended',
  reason: string | undefined,
  isWhole: boolean,
): Promise<Failure | null> {
  const kind = state === 'suspended' ? 'SuspendAccount' : 'ResumeAccount';
  const command = withAct(request, { kind, account }, reason);
  return isWhole ? refusalOf(dependencies, request, command) : submitAll(dependencies, [command]);
}

/** Lets the store say of a suspension what the log says: another request may have changed it meanwhile. */
export async function followLog(
  dependencies: Pick<AppDependencies, 'view'>,
  people: People,
  person: Person,
): Promise<Person> {
  const { view } = dependencies;
  const place = placeOf(view.state, person);
  if (place === null || person.state === 'waiting') return person;
  const state = view.state.rights.suspended.has(place.account) ? 'suspended' : 'joined';
  if (person.state === state) return person;
  const after = await people.change(person.id, { state });
  return after === null ? person : followLog(dependencies, people, after);
}

/** Records an act on the people store in the log, which knows the person's account alone. */
function note(
  dependencies: AppDependencies,
  request: FastifyRequest,
  what: NoteAct['what'],
  person: Pick<Person, 'account'> | null,
  reason?: string,
  terms: Pick<NoteAct, 'name' | 'before' | 'after'> = {},
): Promise<Failure | null> {
  const account = person === null ? null : (placeOf(dependencies.view.state, person)?.account ?? null);
  return refusalOf(dependencies, request, withAct(request, { kind: 'NoteAct', what, account, ...terms }, reason));
}

/** Ends all devices of a person. Their keys stay ended, whatever happens to the account. */
export function endDevices(
  dependencies: AppDependencies,
  request: Pick<FastifyRequest, 'admin'>,
  person: Pick<Person, 'account'>,
  reason?: string,
): Promise<Failure | null> {
  const { state } = dependencies.view;
  const place = placeOf(state, person);
  if (place === null) return Promise.resolve(null);
  const { account, wallet } = place;
  const ends = [
    ...[...accountOf(state, account).apiKeys].map((apiKey) => ({ kind: 'RevokeApiKey', account, apiKey }) as const),
    ...[...state.keys.ofWallet(wallet)].map(({ key }) => ({ kind: 'RevokeKey', ...place, key }) as const),
  ];
  return submitAll(
    dependencies,
    ends.map((command) => withAct(request, command, reason)),
  );
}

/** Closes the account of someone who leaves: it is suspended, and has no role, no name and no comments any more. */
async function leave(
  dependencies: AppDependencies,
  request: FastifyRequest,
  people: People,
  person: Pick<Person, 'account'>,
): Promise<Failure | null> {
  const { state } = dependencies.view;
  const place = placeOf(state, person);
  if (place === null) return null;
  const { account } = place;
  const changes = { name: '', bio: '', profileImage: '' };
  const hasRole = state.rights.roleOf(account) !== 'trader';
  const refused =
    (await submitAll(dependencies, [
      withAct(request, { kind: 'SuspendAccount', account }),
      ...(hasRole ? [withAct(request, { kind: 'SetRole', account, role: 'trader' })] : []),
    ])) ??
    (await endDevices(dependencies, request, person)) ??
    (await submitAll(dependencies, [withAct(request, { kind: 'UpdateProfile', account, changes })]));
  if (refused !== null) return refused;
  for (;;) {
    const removed = await removeSome(dependencies, request, { author: accountOf(state, account), by: null });
    if (removed === 0) break;
    if (typeof removed !== 'number') return removed;
  }
  await people.texts.drop({ account: accountOf(state, account).address });
  return null;
}
