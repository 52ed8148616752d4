/** The operator's routes of people, invitations and groups. */
import {
  ADMIN_PEOPLE_ROUTES,
  GroupInput,
  InvitationInput,
  PeopleImport,
  type PeopleQuery,
  PersonChange,
} from '@bellwether/contract';
import type { InvitationWish, People } from '@bellwether/ports/people.ts';
import { badRequest, failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { mountOperator } from '../mount.ts';
import { OPERATOR_BODY, withBody } from '../plugins/body.ts';
import { createRouteQueryReader } from '../plugins/query.ts';
import { invitationAnswer, linkAnswer, personAnswer } from './answers.ts';

const WEEK_HOURS = 168;
const NO_ONE = failure('id_not_found');

const idOf = (request: FastifyRequest): string => (request.params as { readonly id: string }).id;

export function registerAdminPeople(app: FastifyInstance, dependencies: AppDependencies, people: People): void {
  const { view } = dependencies;
  const readQuery = createRouteQueryReader<PeopleQuery>(ADMIN_PEOPLE_ROUTES.people);

  mountOperator(app, ADMIN_PEOPLE_ROUTES.people, async (request) => {
    const query = readQuery(request.query);
    if (query.kind === 'failure') return query;
    const { role: _role, ...filter } = query.value;
    const { people: found, total } = await people.list(filter);
    return { people: found.map((person) => personAnswer(person, view.state)), total };
  });

  const changed = withBody(PersonChange, async ({ groups, name, state }, request) => {
    const person = await people.change(idOf(request), { groups, name, state });
    return person === null ? NO_ONE : personAnswer(person, view.state);
  });
  mountOperator(app, ADMIN_PEOPLE_ROUTES.changePerson, changed);

  mountOperator(
    app,
    ADMIN_PEOPLE_ROUTES.recoverPerson,
    async (request) => {
      const person = await people.find(idOf(request));
      if (person === null) return NO_ONE;
      if (person.state === 'suspended') return failure('person_suspended');
      return linkAnswer(await people.linkFor(person.id, 'recovery', 'root'));
    },
    201,
  );

  mountOperator(app, ADMIN_PEOPLE_ROUTES.erasePerson, async (request) => {
    return (await people.erase(idOf(request))) ? { done: true } : NO_ONE;
  });

  registerInvitations(app, people);
  mountOperator(app, ADMIN_PEOPLE_ROUTES.groups, async () => ({ groups: await people.groups() }));
  const added = withBody(GroupInput, async ({ name }) => {
    await people.addGroup(name);
    return (await people.groups()).find((group) => group.name === name) ?? { name, people: 0 };
  });
  mountOperator(app, ADMIN_PEOPLE_ROUTES.addGroup, added, 201);
}

function registerInvitations(app: FastifyInstance, people: People): void {
  mountOperator(app, ADMIN_PEOPLE_ROUTES.invitations, async () => ({
    invitations: (await people.invitations()).map(invitationAnswer),
  }));

  const invited = withBody(InvitationInput, async (body) => {
    const { email, uses = 1 } = body;
    if (email !== undefined && uses > 1) return badRequest('uses must be 1 with email: the link signs its owner in');
    const [made] = await people.invite([wishOf({ ...body, uses })]);
    if (made === undefined) throw new Error('an invitation that was made is missing');
    return { ...invitationAnswer(made), url: made.url };
  });
  mountOperator(app, ADMIN_PEOPLE_ROUTES.addInvitation, invited, 201);

  const imported = withBody(
    PeopleImport,
    async ({ amount, hours, people: rows }) => {
      const repeated = repeatedEmail(rows.map(({ email }) => email?.toLowerCase()));
      if (repeated !== null) return badRequest(`people[${repeated}].email is there twice`);
      const made = await people.invite(rows.map((row) => wishOf({ ...row, amount, hours })));
      return { links: made.map((link) => ({ ...linkAnswer(link), sent: false })) };
    },
    OPERATOR_BODY,
  );
  mountOperator(app, ADMIN_PEOPLE_ROUTES.importPeople, imported, 201);

  mountOperator(app, ADMIN_PEOPLE_ROUTES.endInvitation, async (request) => {
    return (await people.endInvitation(idOf(request))) ? { done: true } : NO_ONE;
  });
}

type Given = { readonly [Field in keyof InvitationInput]?: InvitationInput[Field] | undefined };

function wishOf({ amount, email, group, hours = WEEK_HOURS, name, role, uses = 1 }: Given): InvitationWish {
  const texts = { amount: amount ?? null, email: email ?? null, group: group ?? null, name: name ?? null };
  return { ...texts, role: role ?? null, hours, uses, by: 'root' };
}

function repeatedEmail(emails: readonly (string | undefined)[]): number | null {
  const at = emails.findIndex((email, index) => email !== undefined && emails.indexOf(email) < index);
  return at < 0 ? null : at;
}
