/**
 * Routes of people. Those below `/auth/people` are for the browser of a person and know it by its session cookie. A
 * venue whose store of people is off has only the session's route.
 */
import type { ErrorCode } from '../errors.ts';
import * as people from '../schemas/people.ts';
import type { Route } from './route.ts';

const own = { auth: 'person', errorShape: 'plain', caps: ['trading'] } as const;
const change = { ...own, method: 'POST', caps: ['trading', 'people'] } as const;
const SIGNED_IN = ['not_signed_in', 'foreign_page', 'people_unavailable'] as const satisfies readonly ErrorCode[];
const admin = { method: 'POST', auth: 'admin', errorShape: 'plain', caps: [] } as const;
const ADMIN = ['bad_request', 'people_unavailable'] as const satisfies readonly ErrorCode[];

/** The only route of people that every venue has. */
export const SESSION_ROUTES = {
  peopleSession: {
    ...own,
    method: 'GET',
    path: '/auth/people/session',
    summary: 'Who is signed in, and how people join',
    response: { 200: people.PeopleSession },
    errors: [],
  },
} as const satisfies Record<string, Route>;

export const PEOPLE_ROUTES = {
  joinPeople: {
    ...change,
    path: '/auth/people/join',
    summary: 'Join, or come back, by a link; without a link, ask to be let in',
    body: people.PeopleJoin,
    response: { 200: people.PeopleSession },
    errors: ['foreign_page', 'invalid_payload', 'link_unusable', 'join_by_link', 'people_unavailable'],
  },
  signOutPeople: {
    ...change,
    path: '/auth/people/sign-out',
    summary: 'End the session',
    response: { 200: people.PeopleDone },
    errors: SIGNED_IN,
  },
  deviceLink: {
    ...change,
    path: '/auth/people/device-link',
    summary: 'A link that signs another device of the same person in, once and within ten minutes',
    response: { 200: people.PeopleLink },
    errors: [...SIGNED_IN, 'person_waiting', 'person_suspended'],
  },
  addDevice: {
    ...change,
    path: '/auth/people/devices',
    summary: "Let this device's key trade for the person's account; the first one opens the account. Again: the same",
    body: people.DeviceAddition,
    response: { 200: people.DeviceAdded },
    errors: [
      ...SIGNED_IN,
      ...(['invalid_payload', 'person_waiting', 'person_suspended', 'key_invalid', 'too_many_keys'] as const),
      ...(['too_many_api_keys', 'could_not_create_api_key'] as const),
    ],
  },
  peopleDevices: {
    ...own,
    method: 'GET',
    path: '/auth/people/devices',
    summary: 'Devices of the person',
    response: { 200: people.Devices },
    errors: ['not_signed_in', 'people_unavailable'],
  },
  removeDevice: {
    ...change,
    method: 'DELETE',
    path: '/auth/people/devices/:address',
    summary: "Revoke a device's keys; the orders that it placed stay, and the other devices can cancel them",
    params: people.DeviceParams,
    response: { 200: people.PeopleDone },
    errors: [...SIGNED_IN, 'bad_request', 'unknown_key'],
  },
  ownPeopleData: {
    ...own,
    method: 'GET',
    path: '/auth/people/data',
    summary: 'Everything that the venue has about the person, and where the rest is',
    response: { 200: people.OwnPeopleData },
    errors: ['not_signed_in', 'people_unavailable'],
  },
} as const satisfies Record<string, Route>;

export const ADMIN_PEOPLE_ROUTES = {
  people: {
    ...admin,
    method: 'GET',
    path: '/admin/people',
    summary: 'People by name, group, state and role',
    query: people.PeopleQuery,
    response: { 200: people.People },
    errors: ADMIN,
  },
  importPeople: {
    ...admin,
    path: '/admin/people',
    summary: 'Invite a list of people, whole or not at all: one link for each',
    body: people.PeopleImport,
    response: { 201: people.PeopleImported },
    errors: [...ADMIN, 'invalid_payload', 'link_told_once'],
  },
  changePerson: {
    ...admin,
    method: 'PATCH',
    path: '/admin/people/:id',
    summary: 'Rename a person, let them in, suspend them or end that, or set their groups',
    params: people.PersonParams,
    body: people.PersonChange,
    response: { 200: people.PersonAnswer },
    errors: [...ADMIN, 'invalid_payload', 'id_not_found'],
  },
  recoverPerson: {
    ...admin,
    path: '/admin/people/:id/link',
    summary: 'A link with which a person who lost every device comes back, once and within a day',
    params: people.PersonParams,
    response: { 201: people.PeopleLink },
    errors: [...ADMIN, 'id_not_found', 'person_suspended', 'link_told_once'],
  },
  erasePerson: {
    ...admin,
    method: 'DELETE',
    path: '/admin/people/:id',
    summary: 'Erase a person: name, addresses, sessions, comments. Account, money and trades stay, without a name',
    params: people.PersonParams,
    response: { 200: people.PeopleDone },
    errors: [...ADMIN, 'id_not_found'],
  },
  invitations: {
    ...admin,
    method: 'GET',
    path: '/admin/invitations',
    summary: 'Invitations that can still be used',
    response: { 200: people.Invitations },
    errors: ADMIN,
  },
  addInvitation: {
    ...admin,
    path: '/admin/invitations',
    summary: 'Make a link with which people join',
    body: people.InvitationInput,
    response: { 201: people.InvitationAnswer },
    errors: [...ADMIN, 'invalid_payload', 'link_told_once'],
  },
  endInvitation: {
    ...admin,
    method: 'DELETE',
    path: '/admin/invitations/:id',
    summary: 'End an invitation',
    params: people.PersonParams,
    response: { 200: people.PeopleDone },
    errors: [...ADMIN, 'id_not_found'],
  },
  groups: {
    ...admin,
    method: 'GET',
    path: '/admin/groups',
    summary: 'Groups of people',
    response: { 200: people.Groups },
    errors: ADMIN,
  },
  addGroup: {
    ...admin,
    path: '/admin/groups',
    summary: 'Add a group. Again: nothing',
    body: people.GroupInput,
    response: { 201: people.GroupAnswer },
    errors: [...ADMIN, 'invalid_payload'],
  },
} as const satisfies Record<string, Route>;
