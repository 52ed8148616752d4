/** What only the operator may do, and what the venue says of itself. `admin` needs the client's `adminToken`. */
import type { BodyOf, CallOptions, QueryOf, Request } from '../request.ts';
import type { Session } from '../session.ts';

export function createAdmin(request: Request) {
  return {
    addTag: (body: BodyOf<'addTag'>, call: CallOptions = {}) => request('addTag', { ...call, body }),
    addSeries: (body: BodyOf<'addSeries'>, call: CallOptions = {}) => request('addSeries', { ...call, body }),
    /** Adds an event with its markets, in the catalog's own shape. */
    addEvent: (body: BodyOf<'addEvent'>, call: CallOptions = {}) => request('addEvent', { ...call, body }),
    updateEvent: (id: string | number, body: BodyOf<'updateEvent'>, call: CallOptions = {}) =>
      request('updateEvent', { ...call, body, params: { id } }),
    updateMarket: (conditionId: string, body: BodyOf<'updateMarket'>, call: CallOptions = {}) =>
      request('updateMarket', { ...call, body, params: { condition_id: conditionId } }),
    /** Fixes the payouts of a market; its orders are cancelled and its holders paid. */
    resolve: (conditionId: string, body: BodyOf<'resolveMarket'>, call: CallOptions = {}) =>
      request('resolveMarket', { ...call, body, params: { condition_id: conditionId } }),
    /** Resolves all markets of a negative-risk event in one step: its winner, a dead heat or a void. */
    resolveEvent: (id: string | number, body: BodyOf<'resolveEvent'>, call: CallOptions = {}) =>
      request('resolveEvent', { ...call, body, params: { id } }),
    deposit: (body: BodyOf<'deposit'>, call: CallOptions = {}) => request('deposit', { ...call, body }),
    withdraw: (body: BodyOf<'withdraw'>, call: CallOptions = {}) => request('withdraw', { ...call, body }),
    setMode: (mode: BodyOf<'setMode'>['mode'], call: CallOptions = {}) =>
      request('setMode', { ...call, body: { mode } }),
    /** Imports recorded catalog payloads, whole or not at all. */
    importCatalog: (file: string, body: unknown, call: CallOptions = {}) =>
      request('importCatalog', { ...call, body, query: { file } }),
    /** Comments and replies of the whole venue, reported ones alone with `reported`. */
    comments: (query: QueryOf<'adminComments'> = {}, call: CallOptions = {}) =>
      request('adminComments', { ...call, query }),
    /** Every event, by words and by what is left to do, with the number of each status. */
    events: (query: QueryOf<'adminEvents'> = {}, call: CallOptions = {}) => request('adminEvents', { ...call, query }),
    /** Positions, queues, latency, and whether the venue's money adds up. */
    health: (call: CallOptions = {}) => request('venueHealth', { ...call }),
    removeComment: (id: string | number, call: CallOptions = {}) =>
      request('removeCommentAsOperator', { ...call, params: { id } }),
    /** All comments of an account, in steps: repeat until `complete`. */
    removeCommentsOf: (address: string, call: CallOptions = {}) =>
      request('removeCommentsOfUserAsOperator', { ...call, params: { user_address: address } }),
    /** Its report count falls to 0; who has reported it cannot do so again. */
    dismissReports: (id: string | number, call: CallOptions = {}) =>
      request('dismissReportsAsOperator', { ...call, params: { id } }),
    moderators: (query: QueryOf<'moderators'> = {}, call: CallOptions = {}) =>
      request('moderators', { ...call, query }),
    addModerator: (wallet: string, call: CallOptions = {}) => request('addModerator', { ...call, params: { wallet } }),
    removeModerator: (wallet: string, call: CallOptions = {}) =>
      request('removeModerator', { ...call, params: { wallet } }),
  };
}

export function createVenue(session: Session, request: Request) {
  return {
    /** Name, signing domain, mode and time, read again. */
    get: (call: CallOptions = {}) => request('venue', { ...call }),
    /** The same as first read, for what does not change. */
    known: (call: CallOptions = {}) => session.venue(call.signal),
    health: (call: CallOptions = {}) => request('health', { ...call }),
    /** The venue's time in Unix milliseconds, as its answers have told it so far; makes no request. */
    now: () => session.clock(),
    /** Unix seconds. */
    time: (call: CallOptions = {}) => request('time', { ...call }),
    /** Figures for Prometheus, as text. */
    metrics: (call: CallOptions = {}) => request('metrics', { ...call }),
    openApi: (call: CallOptions = {}) => request('openApi', { ...call }),
  };
}
