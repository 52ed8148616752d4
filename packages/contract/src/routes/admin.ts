/** Routes of the operator: catalog, resolution, money, mode, monitoring. Each has a least role. */
import { AccountWallets, MoneyAnswer, MoneyChange, NewAccount } from '../schemas/account.ts';
import { Event, Series, Tag } from '../schemas/catalog.ts';
import { EventInput, EventPatch, MarketPatch, SeriesInput, TagInput } from '../schemas/catalog-input.ts';
import { Comments } from '../schemas/comment.ts';
import { LooksAnswer, LooksChange } from '../schemas/looks.ts';
import { PatchedMarket } from '../schemas/market-detail.ts';
import { AdminCommentsQuery, AdminEvents, AdminEventsQuery, VenueHealth } from '../schemas/operate.ts';
import * as results from '../schemas/results.ts';
import * as venue from '../schemas/venue.ts';
import { ADMIN, IMPORT_BYTES_MAX, type Route, route } from './route.ts';

const read = { ...ADMIN, errors: ['bad_request'] } as const;
const addition = { ...ADMIN, role: 'editor', errors: ['invalid_payload', 'bad_request', 'catalog_conflict'] } as const;
const RESULT_ERRORS = ['invalid_payload', 'bad_request', 'already_resolved', 'neg_risk_payouts_invalid'] as const;
const MONEY_ERRORS = ['invalid_payload', 'bad_request', 'unknown_wallet', 'amount_out_of_range'] as const;

export const ADMIN_ROUTES = {
  addTag: route(addition, 'POST /admin/tags', { summary: 'Add a tag', body: TagInput, response: { 201: Tag } }),
  addSeries: route(addition, 'POST /admin/series', {
    summary: 'Add a series',
    body: SeriesInput,
    response: { 201: Series },
  }),
  addEvent: route(addition, 'POST /admin/events', {
    summary: 'Add an event with its markets',
    body: EventInput,
    response: { 201: Event },
  }),
  updateEvent: route(ADMIN, 'PATCH /admin/events/:id', {
    summary: 'Change flags and text of an event; archiving takes an operator',
    role: 'editor',
    params: venue.AdminEventParams,
    body: EventPatch,
    response: { 200: Event },
    errors: ['invalid_payload', 'bad_request', 'event_not_found', 'catalog_conflict'],
  }),
  updateMarket: route(ADMIN, 'PATCH /admin/markets/:condition_id', {
    summary: 'Change flags, terms and text of a market; archiving, and fees once it has opened, take an operator',
    role: 'editor',
    params: venue.ConditionParams,
    body: MarketPatch,
    response: { 200: PatchedMarket },
    errors: ['invalid_payload', 'bad_request', 'invalid_market', 'market_not_found', 'already_resolved'],
  }),
  resolveMarket: route(ADMIN, 'POST /admin/markets/:condition_id/resolve', {
    summary:
      'Fix the payouts of a market; its orders are cancelled and its holders paid. The winner of a negative-risk event resolves all its markets',
    params: venue.ConditionParams,
    body: results.Resolution,
    response: { 200: results.ResolutionAnswer },
    errors: [...RESULT_ERRORS, 'invalid_market', 'market_not_found', 'result_proposed', 'payouts_invalid'],
  }),
  resolveEvent: route(ADMIN, 'POST /admin/events/:id/resolve', {
    summary: 'Resolve all markets of a negative-risk event in one step: a winner, a dead heat or a void',
    params: venue.AdminEventParams,
    body: results.EventResolution,
    response: { 200: results.EventResolutionAnswer },
    errors: [...RESULT_ERRORS, 'event_not_found', 'not_neg_risk', 'result_proposed'],
  }),
  addAccount: route(ADMIN, 'POST /admin/accounts', {
    summary:
      'Add an address that may join, with its account and its starting balance. It is the one that signs, not that of a Safe or a deposit wallet. Again: nothing',
    body: NewAccount,
    response: { 200: AccountWallets },
    errors: ['invalid_payload', 'bad_request'],
  }),
  deposit: route(ADMIN, 'POST /admin/deposits', {
    summary: 'Credit collateral to a wallet',
    body: MoneyChange,
    response: { 200: MoneyAnswer },
    errors: [...MONEY_ERRORS, 'deposit_limit', 'wallet_borrowed'],
  }),
  withdraw: route(ADMIN, 'POST /admin/withdrawals', {
    summary: 'Take free collateral out of a wallet',
    body: MoneyChange,
    response: { 200: MoneyAnswer },
    errors: [...MONEY_ERRORS, 'insufficient_balance', 'account_in_debt'],
  }),
  setMode: route(ADMIN, 'POST /admin/mode', {
    summary: 'Open, restrict or halt trading',
    body: venue.ModeChange,
    response: { 200: venue.ModeAnswer },
    errors: ['invalid_payload'],
  }),
  setLooks: route(ADMIN, 'PUT /admin/looks', {
    summary: 'Change name, currency, accent, logo, welcome and terms: the fields that are named',
    body: LooksChange,
    response: { 200: LooksAnswer },
    errors: ['invalid_payload', 'bad_request'],
  }),
  importCatalog: route(ADMIN, 'POST /admin/import', {
    summary: 'Import a file of recorded catalog payloads, whole or not at all',
    query: venue.ImportQuery,
    body: venue.ImportBody,
    bodyBytesMax: IMPORT_BYTES_MAX,
    response: { 200: venue.ImportAnswer },
    errors: ['bad_request', 'catalog_conflict'],
  }),
} as const satisfies Record<string, Route>;

/** Routes for the operator to monitor the venue. All are additive. */
export const OPERATE_ROUTES = {
  adminComments: route(read, 'GET /admin/comments', {
    summary: 'Comments and replies of the whole venue, for moderation',
    role: 'moderator',
    query: AdminCommentsQuery,
    response: { 200: Comments },
  }),
  adminEvents: route(read, 'GET /admin/events', {
    summary: 'Every event of the venue, by words and by what is left to do, with how many of its markets trade',
    role: 'editor',
    query: AdminEventsQuery,
    response: { 200: AdminEvents },
  }),
  venueHealth: route(read, 'GET /admin/health', {
    summary: 'How the venue is doing: positions, queues, latency, and whether its money adds up',
    response: { 200: VenueHealth },
  }),
} as const satisfies Record<string, Route>;
