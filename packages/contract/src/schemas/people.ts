/** People of a venue: who they are, how they join and come back, and the operator's view of them. */
import { Type } from 'typebox';
import { count, orNull, strict, text, whole } from '../described.ts';
import { JOINS, READS } from '../joins.ts';
import { INVITED_ROLES } from '../roles.ts';
import { Credentials } from './account.ts';
import { AddressText, DECIMAL_PATTERN } from './common.ts';

export const PERSON_STATES = ['waiting', 'joined', 'suspended'] as const;
/** Ways of signing in again. */
export const SIGN_IN_WAYS = ['link', 'email', 'passkey', 'oidc'] as const;

/** How often a person gets the digest by e-mail; the first is what everyone begins with. */
export const DIGESTS = ['weekly', 'daily', 'off'] as const;

export const PERSON_NAME_MAX = 80;
export const GROUP_NAME_PATTERN = '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._&+-]*$';
export const EMAIL_PATTERN = '^[^\\s@,;<>"]+@[^\\s@,;<>"]+$';
const GROUP_NAME_MAX = 60;
const EMAIL_MAX = 254;
const REASON_MAX = 500;
/** Rows of one import. */
export const PEOPLE_IMPORT_MAX = 1_000;
export const INVITATION_USES_MAX = 10_000;
/** Longest life of an invitation, in hours. */
export const INVITATION_HOURS_MAX = 24 * 365;

/** Characters as in names of profiles. */
export const PERSON_NAME_PATTERN =
  '^[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]*$';
const PersonName = Type.String({
  minLength: 1,
  maxLength: PERSON_NAME_MAX,
  pattern: PERSON_NAME_PATTERN,
  description: 'name, for people',
});
const GroupName = Type.String({
  minLength: 1,
  maxLength: GROUP_NAME_MAX,
  pattern: GROUP_NAME_PATTERN,
  description: 'name of a group: letters, digits and . _ & + - between them',
});
const Email = Type.String({
  maxLength: EMAIL_MAX,
  pattern: EMAIL_PATTERN,
  description: 'e-mail address',
});
const Reason = Type.Optional(Type.String({ maxLength: REASON_MAX, description: 'why, for the log' }));
const Role = Type.Enum([...INVITED_ROLES]);
const DeviceLabel = Type.String({ maxLength: 64, description: 'name of the device; kept beside the log, never in it' });

const PERSON = {
  id: text('id of the person'),
  name: text('name'),
  email: orNull(text('e-mail address')),
  state: Type.Enum([...PERSON_STATES], { description: 'waiting: an operator has not let the person in yet' }),
  account: orNull(text("address of the person's account; null until the first device")),
  role: orNull(text('role of the account')),
  groups: Type.Array(Type.String()),
  digest: Type.Enum([...DIGESTS], { description: 'how often the person gets news by e-mail' }),
};

/** `GET /auth/people/session`. */
export const PeopleSession = Type.Object({
  join: Type.Enum([...JOINS]),
  reads: Type.Enum([...READS]),
  ways: Type.Array(Type.Enum([...SIGN_IN_WAYS]), { description: 'ways of signing in that the venue has' }),
  person: orNull(Type.Object(PERSON, { description: 'who is signed in; null: nobody' })),
});
export type PeopleSession = Type.Static<typeof PeopleSession>;

/** `POST /auth/people/join`. */
export const PeopleJoin = strict({
  token: Type.Optional(Type.String({ maxLength: 100, description: 'what stands behind # in the link' })),
  name: Type.Optional(PersonName),
  note: Type.Optional(Type.String({ maxLength: REASON_MAX, description: 'for the operator who lets people in' })),
});

export const PeopleEmail = strict({ email: Email });
/** `POST /admin/people/test-mail`. */
export const TestMail = strict({ to: Email });
/** `POST /auth/people/digest`. */
export const DigestChange = strict({ digest: Type.Enum([...DIGESTS]) });
export const UnsubscribeParams = Type.Object({ token: Type.String({ maxLength: 200 }) });
export const PeopleDone = Type.Object({ done: Type.Literal(true) });

/** `POST /auth/people/devices`. */
export const DeviceAddition = strict({
  address: AddressText,
  label: Type.Optional(DeviceLabel),
  bot: Type.Optional(
    Type.Boolean({ description: 'true: the key is a program’s, which goes on when this browser signs out' }),
  ),
});

export const DeviceAdded = Type.Object({
  account: text('address of the account'),
  wallet: text('wallet that the device signs orders for'),
  device: text("address of the device's key"),
  ...Credentials.properties,
});
export type DeviceAdded = Type.Static<typeof DeviceAdded>;

const Device = Type.Object({
  address: text("address of the device's key"),
  label: text('name of the device'),
  since: whole('Unix seconds'),
});
export const Devices = Type.Object({ devices: Type.Array(Device) });
export type Devices = Type.Static<typeof Devices>;
export const DeviceParams = Type.Object({ address: AddressText });

/** A link that is told once; only its hash is kept. */
export const PeopleLink = Type.Object({ url: text('link'), expires: whole('Unix seconds') });
export type PeopleLink = Type.Static<typeof PeopleLink>;

const Person = Type.Object({
  ...PERSON,
  note: orNull(text('what the person wrote when asking to join')),
  since: whole('Unix seconds'),
  unpaid: orNull(text('decimal amount that the invitation promised and the account never got; null: none')),
});
export type PersonAnswer = Type.Static<typeof Person>;

/** `GET /auth/people/data`: everything that the store of people has about the caller. */
export const OwnPeopleData = Type.Object({
  person: Person,
  sessions: Type.Array(
    Type.Object({ since: whole('Unix seconds'), expires: whole('Unix seconds'), agent: text('browser, or empty') }),
  ),
  devices: Type.Array(Device),
  ledger: Type.Array(Type.String(), {
    description: "paths of the account's trades, positions, comments and profile",
  }),
});

export const PeopleQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100, description: 'part of a name or an e-mail address' })),
  group: Type.Optional(Type.String({ maxLength: GROUP_NAME_MAX, description: 'only people of this group' })),
  state: Type.Optional(Type.Enum([...PERSON_STATES], { description: 'only people in this state' })),
  role: Type.Optional(Type.String({ maxLength: 20, description: 'only people with this role' })),
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description: 'rows that the answer has at most' }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: 'rows to skip' }),
});
export type PeopleQuery = Type.Static<typeof PeopleQuery>;

export const People = Type.Object({ people: Type.Array(Person), total: count('people that match') });
export type PeopleAnswer = Type.Static<typeof People>;

const ImportedPerson = strict({
  email: Type.Optional(Email),
  name: Type.Optional(PersonName),
  group: Type.Optional(GroupName),
  role: Type.Optional(Role),
});
export const PeopleImport = strict({
  people: Type.Array(ImportedPerson, { minItems: 1, maxItems: PEOPLE_IMPORT_MAX }),
  hours: Type.Optional(Type.Integer({ minimum: 1, maximum: INVITATION_HOURS_MAX, default: 168 })),
  amount: Type.Optional(Type.String({ pattern: DECIMAL_PATTERN, description: 'granted to each who joins' })),
  send: Type.Optional(Type.Boolean({ description: 'true: the venue mails each link' })),
  reason: Reason,
});
export type PeopleImport = Type.Static<typeof PeopleImport>;
/** One link for each row of the import, in its order. */
export const PeopleImported = Type.Object({
  links: Type.Array(Type.Object({ ...PeopleLink.properties, sent: Type.Boolean({ description: 'true: mailed' }) })),
});

export const PersonParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'id of the person or invitation' }),
});
export const PersonChange = strict({
  name: Type.Optional(PersonName),
  state: Type.Optional(Type.Enum(['joined', 'suspended'])),
  groups: Type.Optional(Type.Array(GroupName, { maxItems: 50 })),
  account: Type.Optional(
    Type.String({
      description:
        "account that no person has, since the store is a backup; an owner gives it, and the person's devices end",
    }),
  ),
  reason: Reason,
});
export type PersonChange = Type.Static<typeof PersonChange>;
export const PersonAnswer = Person;

export const InvitationInput = strict({
  uses: Type.Optional(Type.Integer({ minimum: 1, maximum: INVITATION_USES_MAX, default: 1 })),
  hours: Type.Optional(Type.Integer({ minimum: 1, maximum: INVITATION_HOURS_MAX, default: 168 })),
  email: Type.Optional(Email),
  name: Type.Optional(PersonName),
  group: Type.Optional(GroupName),
  role: Type.Optional(Role),
  amount: Type.Optional(Type.String({ pattern: DECIMAL_PATTERN, description: 'granted to each who joins' })),
  reason: Reason,
});
export type InvitationInput = Type.Static<typeof InvitationInput>;

const INVITATION = {
  id: text('id of the invitation'),
  uses: count('how often it can be used in all'),
  left: count('how often it can still be used'),
  expires: whole('Unix seconds'),
  email: orNull(text('the only address that it is for')),
  name: orNull(text('name of who joins')),
  group: orNull(text('group of who joins')),
  role: orNull(text('role of who joins')),
  amount: orNull(text('decimal: granted to each who joins')),
  by: text('who made it'),
};
export const InvitationAnswer = Type.Object({ ...INVITATION, url: text('link, told only now') });
export type InvitationAnswer = Type.Static<typeof InvitationAnswer>;
export const Invitations = Type.Object({ invitations: Type.Array(Type.Object(INVITATION)) });
export type Invitations = Type.Static<typeof Invitations>;

export const GroupInput = strict({ name: GroupName, reason: Reason });
const Group = Type.Object({ name: text('name'), people: count('people in it') });
export const GroupAnswer = Group;
export const Groups = Type.Object({ groups: Type.Array(Group) });
