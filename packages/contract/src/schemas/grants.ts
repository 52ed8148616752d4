/** Grants: money that the operator gives to many people at once, now, each week or when they join. */
import { Type } from 'typebox';
import { count, strict, text } from '../described.ts';
import { Page } from './catalog.ts';
import { AddressText, DecimalAnswer, DecimalText, IsoTime, STRICT } from './common.ts';

/** Most addresses that a grant names. */
const GRANT_ACCOUNTS_MAX = 1_000;

const group = Type.String({ minLength: 1, maxLength: 100, description: 'name of a group of people' });
const everyone = Type.Object({ all: Type.Literal(true) }, { ...STRICT, description: 'everyone but the house' });
const members = strict({ group });

export const GrantRecipients = Type.Union([
  everyone,
  members,
  strict({ accounts: Type.Array(AddressText, { minItems: 1, maxItems: GRANT_ACCOUNTS_MAX, uniqueItems: true }) }),
  Type.Object(
    { without: Type.Literal(true) },
    { ...STRICT, description: 'accounts that have no money and no position' },
  ),
]);
export type GrantRecipients = Type.Static<typeof GrantRecipients>;

const amount = { ...DecimalText, description: 'for each, decimal text; above 0' };
const reason = Type.String({
  minLength: 1,
  maxLength: 400,
  description: 'a line of 1 to 200 characters, shown in the statement of everyone who is paid',
});
const every = Type.Enum(['week', 'joining'], {
  description:
    'absent: once, now. week: now and every seven days, once for weeks that the venue was down. joining: to each account that joins from now on',
});

/** Body of `POST /admin/grants`. */
export const GrantRequest = strict({
  to: GrantRecipients,
  amount,
  reason,
  every: Type.Optional(every),
  preview: Type.Optional(Type.Literal(true, { description: 'says what it would give, and gives nothing' })),
});
export type GrantRequest = Type.Static<typeof GrantRequest>;

export const GrantAnswer = Type.Object({
  grant: text('id of the grant; empty in a preview'),
  people: count('people who are paid'),
  amount: DecimalAnswer,
  total: DecimalAnswer,
  first: Type.Array(Type.String(), { description: 'names of the first ten' }),
  unpaid: Type.Array(Type.Object({ account: Type.String(), why: Type.Enum(['suspended', 'unknown', 'house']) }), {
    description: 'at most a hundred accounts that are not paid; suspended ones never are',
  }),
});
export type GrantAnswer = Type.Static<typeof GrantAnswer>;

export const GrantsQuery = Type.Object(Page);

export const PaidGrant = Type.Object({
  grant: Type.String(),
  reason: Type.String(),
  amount: DecimalAnswer,
  people: count('people paid so far'),
  complete: Type.Boolean({ description: 'false: it was interrupted; the same request completes it' }),
  createdAt: IsoTime,
});
export type PaidGrant = Type.Static<typeof PaidGrant>;
export const PaidGrants = Type.Array(PaidGrant);

export const StandingGrantAnswer = Type.Object({
  id: Type.String(),
  every,
  to: Type.Union([everyone, members]),
  amount: DecimalAnswer,
  reason: Type.String(),
  since: IsoTime,
});
export type StandingGrantAnswer = Type.Static<typeof StandingGrantAnswer>;
export const StandingGrants = Type.Array(StandingGrantAnswer);
export const StandingGrantParams = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'of a standing grant' }),
});
