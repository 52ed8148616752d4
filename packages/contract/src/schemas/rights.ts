/** Rights: roles of accounts, tokens of administrators, suspensions, and the log of what administrators did. */
import { Type } from 'typebox';
import { count, flag, orNull, strict, text } from '../described.ts';
import { INVITED_ROLES, ROLES } from '../roles.ts';
import { AddressText, IsoTime } from './common.ts';

/** Characters of a reason. */
export const REASON_LENGTH_MAX = 500;

const role = Type.Enum([...ROLES], { description: 'trader: none' });
const adminRole = Type.Enum(['owner', ...INVITED_ROLES]);
const reason = Type.Optional(
  Type.String({ maxLength: REASON_LENGTH_MAX, description: 'kept in the log; default that of the header X-Reason' }),
);
export const TOKEN_NAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$';
const tokenName = Type.String({
  pattern: TOKEN_NAME_PATTERN,
  description: '1 to 40 letters, digits, dots, hyphens and underscores',
});

export const AdminSelf = Type.Object({ actor: text('root, token:NAME, or an address'), role });

/** Body of `PUT /admin/roles`. */
export const RoleChange = strict({ account: AddressText, role, reason });
export const RoleAnswer = Type.Object({ account: Type.String(), role });
export const Roles = Type.Object({
  roles: Type.Array(RoleAnswer, { description: 'accounts that are more than traders' }),
  suspended: Type.Array(Type.String(), { description: 'addresses of suspended accounts' }),
});
export type Roles = Type.Static<typeof Roles>;

/** Body of `POST /admin/tokens`. */
export const TokenRequest = strict({
  name: tokenName,
  role: adminRole,
  expires: Type.Integer({ minimum: 1, maximum: 253_402_300_799, description: 'Unix seconds' }),
  reason,
});
const token = { name: Type.String(), role: adminRole, expires: count('Unix seconds') };
export const TokenAnswer = Type.Object({ ...token, token: text('shown this once') });
export const Tokens = Type.Array(Type.Object({ ...token, ended: flag('true: counts for nothing') }));
export type Tokens = Type.Static<typeof Tokens>;
export const AdminTokenParams = Type.Object({ name: tokenName });
export const TokenRevoked = Type.Object({ name: Type.String(), revoked: Type.Literal(true) });

/** Body of `POST /admin/accounts/{address}/suspend` and `resume`. */
export const SuspensionBody = strict({ reason });
export const SuspensionParams = Type.Object({ address: AddressText });
export const Suspension = Type.Object({ account: Type.String(), suspended: Type.Boolean() });

const LOG_LIMIT_MAX = 500;
export const LogQuery = Type.Object({
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'root, token:NAME, or an address' })),
  kind: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'the action' })),
  from: Type.Optional(Type.Integer({ minimum: 0, maximum: 253_402_300_799, description: 'Unix seconds' })),
  to: Type.Optional(Type.Integer({ minimum: 0, maximum: 253_402_300_799, description: 'Unix seconds, inclusive' })),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'anywhere, in any case' })),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'next of a page' })),
  limit: Type.Integer({ minimum: 1, maximum: LOG_LIMIT_MAX, default: 50, description: 'acts of a page' }),
  format: Type.Enum(['json', 'csv'], { default: 'json', description: 'csv: the newest 5,000 that fit' }),
});
export type LogQuery = Type.Static<typeof LogQuery>;

export const Act = Type.Object({
  sequence: count('entry of the log'),
  time: IsoTime,
  actor: Type.String(),
  role: Type.Optional(text('in which the actor was admitted; absent if it has none, as the provider')),
  action: text('kind of the command'),
  subject: text('address, condition id, id or name; empty for the venue'),
  before: text('fields as far as earlier acts tell'),
  after: Type.String(),
  reason: Type.String(),
});
export type Act = Type.Static<typeof Act>;
export const ActLog = Type.Object({ acts: Type.Array(Act), next: orNull(count('send as before for the next page')) });
export type ActLog = Type.Static<typeof ActLog>;
