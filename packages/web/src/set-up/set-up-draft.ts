/** Draft of a venue's set-up: its fields, their problems, and the request. A first market is made from a template. Pure. */
import type { SetUpRequest } from '@bellwether/contract';
import { keepsPeople } from '@bellwether/contract/joins';
import { readTyped } from '../format/typed-number.ts';
import { eventBody, eventProblems, found, marketsProblems } from '../operate/draft.ts';
import { EMPTY_DRAFT, type EventDraft, type Problems } from '../operate/draft-shape.ts';
import { answersOf } from '../operate/market-list.ts';
import { plainDecimal, requiredProblem, slugFrom } from '../operate/rules.ts';
import { marketsFor } from '../operate/templates.ts';

export const TEMPLATES = [
  ['yes-no', 'A question with yes or no'],
  ['several', 'Several answers, one wins'],
  ['none', 'None yet'],
] as const;
type Template = (typeof TEMPLATES)[number][0];

/** Rules of joining, with what the operator does then. */
export const JOINS = [
  ['open', 'Everyone who reaches this address', 'They make an account by themselves.'],
  ['invite', 'People whom I send a link', 'You make links under Operate, Invitations: for one, or for a whole group.'],
  ['approval', 'People who ask, when I let them in', 'They ask on the page; you let them in under Operate, People.'],
  ['oidc', 'People who sign in with our provider', 'Register this venue there first, as a web client.'],
  ['listed', 'Only addresses that I have added', 'You add each address under Operate, Money.'],
] as const;

export const READERS = [
  ['public', 'Everyone who reaches this address'],
  ['members', 'Only people who have joined'],
] as const;

const NAME_LENGTH_MAX = 60;
const CURRENCY_LENGTH_MAX = 12;

export const EMPTY_SET_UP = {
  name: '',
  currency: '$',
  join: 'open',
  reads: 'public',
  startingBalance: '1000',
  ...{ oidcIssuer: '', oidcClientId: '', oidcClientSecret: '', oidcScopes: '', oidcDomains: '' },
  ...{ oidcGroupsClaim: '', oidcRoles: '', smtpUrl: '', smtpFrom: '' },
  template: 'yes-no' as Template,
  title: '',
  /** One answer a line. */
  answers: '',
  description: '',
  resolutionSource: '',
  /** `datetime-local` text, in the user's time zone. Trading ends then. */
  endLocal: '',
};

export type SetUpDraft = Readonly<typeof EMPTY_SET_UP>;

function eventOf(draft: SetUpDraft): EventDraft {
  const { template, title, description, resolutionSource, endLocal } = draft;
  // A title without Latin letters gives no slug, and this form has no field for one.
  const slug = slugFrom(title) || 'first-market';
  const negRisk = template === 'several';
  const markets = marketsFor(title, negRisk ? answersOf(draft.answers) : []);
  return { ...EMPTY_DRAFT, title, slug, description, resolutionSource, endLocal, negRisk, markets };
}

export function setUpProblems(draft: SetUpDraft, nowMs: number): Problems {
  const { name, currency, startingBalance, template } = draft;
  const typed = readTyped(startingBalance);
  const own = found({
    name: requiredProblem('a name', name, NAME_LENGTH_MAX),
    currency: requiredProblem('a sign or a word', currency, CURRENCY_LENGTH_MAX),
    startingBalance:
      typed.kind === 'empty' ? 'Enter an amount; 0 for none.' : typed.kind === 'bad' ? typed.reason : null,
  });
  const { oidcIssuer, oidcClientId, oidcClientSecret, smtpUrl, smtpFrom } = draft;
  const isMissing = (value: string): boolean => draft.join === 'oidc' && value.trim() === '';
  const signIn = found({
    oidcIssuer: isMissing(oidcIssuer) ? 'Enter the address of the provider.' : null,
    oidcClientId: isMissing(oidcClientId) ? 'Enter the client id.' : null,
    oidcClientSecret: isMissing(oidcClientSecret) ? 'Enter the client secret.' : null,
    smtpFrom: smtpUrl.trim() !== '' && smtpFrom.trim() === '' ? 'Enter the sender.' : null,
  });
  if (template === 'none') return { ...own, ...signIn };
  const event = eventOf(draft);
  const inMarkets = Object.entries(marketsProblems(event)).filter(([field]) => field !== 'market 1 question');
  const isFew = template === 'several' && event.markets.length < 2;
  const answers = isFew ? 'Enter two answers or more, each on a line of its own.' : inMarkets[0]?.[1];
  return {
    ...own,
    ...signIn,
    ...eventProblems(event, nowMs),
    ...(draft.title.trim() === '' && { title: 'Enter the question.' }),
    ...(answers !== undefined && { answers }),
  };
}

const PROVIDER_FIELDS = [
  ...(['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const),
  ...(['oidcScopes', 'oidcDomains', 'oidcGroupsClaim', 'oidcRoles'] as const),
];
const MAIL_FIELDS = ['smtpUrl', 'smtpFrom'] as const;

/** The fields that are filled in. */
function given<Field extends keyof SetUpDraft>(
  draft: SetUpDraft,
  fields: readonly Field[],
): { [Name in Field]?: string } {
  const filled = fields.filter((field) => draft[field].trim() !== '');
  return Object.fromEntries(filled.map((field) => [field, draft[field].trim()])) as { [Name in Field]?: string };
}

export function setUpRequest(draft: SetUpDraft): SetUpRequest {
  return {
    name: draft.name.trim(),
    currency: draft.currency.trim(),
    join: draft.join,
    ...(keepsPeople(draft.join) && { reads: draft.reads }),
    startingBalance: plainDecimal(draft.startingBalance),
    ...(draft.join === 'oidc' && given(draft, PROVIDER_FIELDS)),
    ...(keepsPeople(draft.join) && given(draft, MAIL_FIELDS)),
    ...(draft.template !== 'none' && { event: eventBody(eventOf(draft)) }),
  };
}
