/**
 * Routes of people. Those below `/auth/people` are for the browser of a person and know it by its session cookie. A
 * venue whose store of people is off has only the session's route.
 */
import type { ErrorCode } from '../errors.ts';
import * as people from '../schemas/people.ts';
import { ADMIN, type Route, route } from './route.ts';

const own = { auth: 'person', errorShape: 'plain', caps: ['trading'] } as const;
const change = { ...own, caps: ['trading', 'people'] } as const;
const SIGNED_IN = ['not_signed_in', 'foreign_page', 'people_unavailable'] as const satisfies readonly ErrorCode[];
const ADMIN_ERRORS = ['bad_request', 'people_unavailable'] as const satisfies readonly ErrorCode[];

/** The only route of people that every venue has. */
export const SESSION_ROUTES = {
  peopleSession: route(own, 'GET /auth/people/session', {
    summary: 'Who is signed in, and how people join',
    response: { 200: people.PeopleSession },
    errors: [],
  }),
} as const satisfies Record<string, Route>;

export const PEOPLE_ROUTES = {
  joinPeople: route(change, 'POST /auth/people/join', {
    summary:
      'Join, or come back, by a link; without a link, ask to be let in. Again within ten minutes, under the same Idempotency-Key of 22 characters or more: the same person, though the link is used',
    body: people.PeopleJoin,
    response: { 200: people.PeopleSession },
    errors: [
      'foreign_page',
      'invalid_payload',
      'link_unusable',
      'join_by_link',
      'too_many_waiting',
      'people_unavailable',
    ],
  }),
  signOutPeople: route(change, 'POST /auth/people/sign-out', {
    summary: 'End the session and the keys of its devices; bots stay',
    response: { 200: people.PeopleDone },
    errors: SIGNED_IN,
  }),
  deviceLink: route(change, 'POST /auth/people/device-link', {
    summary: 'A link that signs another device of the same person in, once and within ten minutes',
    response: { 200: people.PeopleLink },
    errors: [...SIGNED_IN, 'person_waiting', 'person_suspended'],
  }),
  addDevice: route(change, 'POST /auth/people/devices', {
    summary: "Let this device's key trade for the person's account; the first one opens the account. Again: the same",
    body: people.DeviceAddition,
    response: { 200: people.DeviceAdded },
    errors: [
      ...SIGNED_IN,
      ...(['invalid_payload', 'person_waiting', 'person_suspended', 'key_invalid', 'too_many_keys'] as const),
      ...(['too_many_api_keys', 'could_not_create_api_key'] as const),
    ],
  }),
  peopleDevices: route(own, 'GET /auth/people/devices', {
    summary: 'Devices of the person',
    response: { 200: people.Devices },
    errors: ['not_signed_in', 'people_unavailable'],
  }),
  removeDevice: route(change, 'DELETE /auth/people/devices/:address', {
    summary:
      "Revoke a device's keys; the orders that it placed stay, and the other devices can cancel them. Again: nothing",
    params: people.DeviceParams,
    response: { 200: people.PeopleDone },
    errors: [...SIGNED_IN, 'bad_request'],
  }),
  chooseDigest: route(change, 'POST /auth/people/digest', {
    summary: 'Choose how often news comes by e-mail',
    body: people.DigestChange,
    response: { 200: people.PeopleDone },
    errors: [...SIGNED_IN, 'invalid_payload'],
  }),
  ownPeopleData: route(own, 'GET /auth/people/data', {
    summary: 'Everything that the venue has about the person, and where the rest is',
    response: { 200: people.OwnPeopleData },
    errors: ['not_signed_in', 'people_unavailable'],
  }),
} as const satisfies Record<string, Route>;

export const ADMIN_PEOPLE_ROUTES = {
  people: route(ADMIN, 'GET /admin/people', {
    summary: 'People by name, group, state and role',
    query: people.PeopleQuery,
    response: { 200: people.People },
    errors: ADMIN_ERRORS,
  }),
  importPeople: route(ADMIN, 'POST /admin/people', {
    summary: 'Invite a list of people, whole or not at all: one link for each',
    body: people.PeopleImport,
    response: { 201: people.PeopleImported },
    errors: [...ADMIN_ERRORS, 'invalid_payload', 'link_told_once'],
  }),
  changePerson: route(ADMIN, 'PATCH /admin/people/:id', {
    summary: 'Rename a person, let them in, suspend them or end that, or set their groups',
    params: people.PersonParams,
    body: people.PersonChange,
    response: { 200: people.PersonAnswer },
    errors: [...ADMIN_ERRORS, 'invalid_payload', 'id_not_found'],
  }),
  recoverPerson: route(ADMIN, 'POST /admin/people/:id/link', {
    summary:
      'A link with which a person who lost every device comes back, once and within a day; used, it ends the others',
    params: people.PersonParams,
    response: { 201: people.PeopleLink },
    errors: [...ADMIN_ERRORS, 'id_not_found', 'person_suspended', 'link_told_once'],
  }),
  erasePerson: route(ADMIN, 'DELETE /admin/people/:id', {
    summary:
      'Erase a person: name, addresses, sessions, comments. Account, money, trades, suggestions and disputes stay, without a name',
    params: people.PersonParams,
    response: { 200: people.PeopleDone },
    errors: [...ADMIN_ERRORS, 'id_not_found'],
  }),
  invitations: route(ADMIN, 'GET /admin/invitations', {
    summary: 'Invitations that can still be used',
    response: { 200: people.Invitations },
    errors: ADMIN_ERRORS,
  }),
  addInvitation: route(ADMIN, 'POST /admin/invitations', {
    summary: 'Make a link with which people join',
    body: people.InvitationInput,
    response: { 201: people.InvitationAnswer },
    errors: [...ADMIN_ERRORS, 'invalid_payload', 'link_told_once'],
  }),
  endInvitation: route(ADMIN, 'DELETE /admin/invitations/:id', {
    summary: 'End an invitation',
    params: people.PersonParams,
    response: { 200: people.PeopleDone },
    errors: [...ADMIN_ERRORS, 'id_not_found'],
  }),
  groups: route(ADMIN, 'GET /admin/groups', {
    summary: 'Groups of people',
    response: { 200: people.Groups },
    errors: ADMIN_ERRORS,
  }),
  addGroup: route(ADMIN, 'POST /admin/groups', {
    summary: 'Add a group. Again: nothing',
    body: people.GroupInput,
    response: { 201: people.GroupAnswer },
    errors: [...ADMIN_ERRORS, 'invalid_payload'],
  }),
} as const satisfies Record<string, Route>;
