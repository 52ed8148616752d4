/**
 * Operations that only the operator may do (`admin`, which needs the client's `adminToken`), and the venue's own data.
 */
import type { BodyOf, CallOptions, Download, QueryOf, Request, RequestOptions } from '../request.ts';
import type { Session } from '../session.ts';

export function createAdmin(request: Request, download: Download) {
  return {
    /** A data set of the venue as a file, which the caller reads. */
    export: (
      what: RequestOptions<'exportData'>['params']['what'],
      query: QueryOf<'exportData'> = {},
      call: CallOptions = {},
    ) => download('exportData', { ...call, params: { what }, query }),
    addTag: (body: BodyOf<'addTag'>, call: CallOptions = {}) => request('addTag', { ...call, body }),
    addSeries: (body: BodyOf<'addSeries'>, call: CallOptions = {}) => request('addSeries', { ...call, body }),
    /** Adds an event with its markets, in the catalog's own shape. */
    addEvent: (body: BodyOf<'addEvent'>, call: CallOptions = {}) => request('addEvent', { ...call, body }),
    updateEvent: (id: string | number, body: BodyOf<'updateEvent'>, call: CallOptions = {}) =>
      request('updateEvent', { ...call, body, params: { id } }),
    updateMarket: (conditionId: string, body: BodyOf<'updateMarket'>, call: CallOptions = {}) =>
      request('updateMarket', { ...call, body, params: { condition_id: conditionId } }),
    /** Fixes the payouts of a market, cancels its orders and pays its holders. */
    resolve: (conditionId: string, body: BodyOf<'resolveMarket'>, call: CallOptions = {}) =>
      request('resolveMarket', { ...call, body, params: { condition_id: conditionId } }),
    /** Resolves all markets of a negative-risk event in one step: with a winner, a dead heat or a void. */
    resolveEvent: (id: string | number, body: BodyOf<'resolveEvent'>, call: CallOptions = {}) =>
      request('resolveEvent', { ...call, body, params: { id } }),
    /** Adds an address that may join, with its account. */
    addAccount: (address: string, call: CallOptions = {}) => request('addAccount', { ...call, body: { address } }),
    deposit: (body: BodyOf<'deposit'>, call: CallOptions = {}) => request('deposit', { ...call, body }),
    withdraw: (body: BodyOf<'withdraw'>, call: CallOptions = {}) => request('withdraw', { ...call, body }),
    /** Gives an amount to many people, now or regularly; with `preview`, says what it would give. */
    grant: (body: BodyOf<'grant'>, call: CallOptions = {}) => request('grant', { ...call, body }),
    grants: (query: QueryOf<'grants'> = {}, call: CallOptions = {}) => request('grants', { ...call, query }),
    standingGrants: (call: CallOptions = {}) => request('standingGrants', call),
    endStandingGrant: (id: string, call: CallOptions = {}) => request('endStandingGrant', { ...call, params: { id } }),
    setMode: (mode: BodyOf<'setMode'>['mode'], call: CallOptions = {}) =>
      request('setMode', { ...call, body: { mode } }),
    /** Changes the named fields of the venue's looks. */
    setLooks: (body: BodyOf<'setLooks'>, call: CallOptions = {}) => request('setLooks', { ...call, body }),
    /** Imports recorded catalog payloads, all or nothing. */
    importCatalog: (file: string, body: unknown, call: CallOptions = {}) =>
      request('importCatalog', { ...call, body, query: { file } }),
    /** Comments and replies of the whole venue; only reported ones with `reported`. */
    comments: (query: QueryOf<'adminComments'> = {}, call: CallOptions = {}) =>
      request('adminComments', { ...call, query }),
    /** Suggestions of all members; those with one status with `status`. */
    suggestions: (query: QueryOf<'adminSuggestions'> = {}, call: CallOptions = {}) =>
      request('adminSuggestions', { ...call, query }),
    suggestion: (id: string | number, call: CallOptions = {}) =>
      request('adminSuggestion', { ...call, params: { id } }),
    /** Approves a suggestion and names the event that was made of it. */
    approveSuggestion: (id: string | number, body: BodyOf<'approveSuggestion'> = {}, call: CallOptions = {}) =>
      request('approveSuggestion', { ...call, body, params: { id } }),
    rejectSuggestion: (id: string | number, body: BodyOf<'rejectSuggestion'> = {}, call: CallOptions = {}) =>
      request('rejectSuggestion', { ...call, body, params: { id } }),
    /** Adds a dated note to the rules of an event; it never changes. */
    clarify: (eventId: string | number, text: string, call: CallOptions = {}) =>
      request('addClarification', { ...call, body: { text }, params: { id: eventId } }),
    /** All events, filtered by search words and by pending work, with the number of events in each status. */
    events: (query: QueryOf<'adminEvents'> = {}, call: CallOptions = {}) => request('adminEvents', { ...call, query }),
    /** Positions, queues, latency, and whether the venue's money adds up. */
    health: (call: CallOptions = {}) => request('venueHealth', { ...call }),
    removeComment: (id: string | number, call: CallOptions = {}) =>
      request('removeCommentAsOperator', { ...call, params: { id } }),
    /** Removes all comments of an account in steps: repeat until `complete`. */
    removeCommentsOf: (address: string, call: CallOptions = {}) =>
      request('removeCommentsOfUserAsOperator', { ...call, params: { user_address: address } }),
    /** Resets the comment's report count to 0; accounts that have reported it cannot report it again. */
    dismissReports: (id: string | number, call: CallOptions = {}) =>
      request('dismissReportsAsOperator', { ...call, params: { id } }),
    /** Role of the caller, and the name under which it acts. */
    self: (call: CallOptions = {}) => request('adminSelf', call),
    /** Accounts with a role, and suspended accounts. */
    roles: (call: CallOptions = {}) => request('roles', call),
    setRole: (body: BodyOf<'setRole'>, call: CallOptions = {}) => request('setRole', { ...call, body }),
    tokens: (call: CallOptions = {}) => request('tokens', call),
    /** Issues a token; the answer alone has its secret. */
    issueToken: (body: BodyOf<'issueToken'>, call: CallOptions = {}) => request('issueToken', { ...call, body }),
    revokeToken: (name: string, call: CallOptions = {}) => request('revokeToken', { ...call, params: { name } }),
    suspend: (address: string, reason = '', call: CallOptions = {}) =>
      request('suspendAccount', { ...call, body: { reason }, params: { address } }),
    resume: (address: string, reason = '', call: CallOptions = {}) =>
      request('resumeAccount', { ...call, body: { reason }, params: { address } }),
    /** Acts of administrators, newest first; `next` of a page is `before` of the next. */
    log: (query: QueryOf<'adminLog'> = {}, call: CallOptions = {}) => request('adminLog', { ...call, query }),
    /** The newest 5,000 of these acts as a CSV file, which the caller reads. */
    logFile: (query: QueryOf<'adminLog'> = {}, call: CallOptions = {}) =>
      download('adminLog', { ...call, query: { ...query, format: 'csv' } }),
    moderators: (query: QueryOf<'moderators'> = {}, call: CallOptions = {}) =>
      request('moderators', { ...call, query }),
    addModerator: (wallet: string, call: CallOptions = {}) => request('addModerator', { ...call, params: { wallet } }),
    removeModerator: (wallet: string, call: CallOptions = {}) =>
      request('removeModerator', { ...call, params: { wallet } }),
  };
}

export function createVenue(session: Session, request: Request) {
  return {
    /** Name, signing domain, mode and time of the venue, fetched on each call. */
    get: (call: CallOptions = {}) => request('venue', { ...call }),
    /** The venue as first read, for properties that do not change. */
    known: (call: CallOptions = {}) => session.venue(call.signal),
    health: (call: CallOptions = {}) => request('health', { ...call }),
    /** The venue's time in Unix milliseconds, as inferred from its answers so far; sends no request. */
    now: () => session.clock(),
    /** The venue's time in Unix seconds. */
    time: (call: CallOptions = {}) => request('time', { ...call }),
    /** Prometheus metrics, as text. */
    metrics: (call: CallOptions = {}) => request('metrics', { ...call }),
    openApi: (call: CallOptions = {}) => request('openApi', { ...call }),
  };
}
