/**
 * Account operations other than orders: API keys, funds and pairs, heartbeats, comments and the profile. Needs an
 * account.
 */
import type { Comment } from '@bellwether/contract';
import type { FollowOptions } from '../holdings/follow.ts';
import type { Holdings } from '../holdings/holdings.ts';
import { byOffset, type PageOptions } from '../pages.ts';
import type { BodyOf, CallOptions, Download, QueryOf, Request, RequestOptions } from '../request.ts';
import type { Session } from '../session.ts';

const COMMENTS_PAGE = 100;
type Listed<Query> = Omit<Query, 'limit' | 'offset'>;

export function createAuth(session: Session, request: Request) {
  return {
    /**
     * The account's API key; created or derived if there is none yet. In the demo this opens the account with play
     * money.
     */
    credentials: (call: CallOptions = {}) => session.turn(() => session.credentials(call.signal), call.signal),
    list: async (call: CallOptions = {}): Promise<string[]> => (await request('listApiKeys', { ...call })).apiKeys,
    /** Permanently revokes the API key that the client uses. */
    revoke: async (call: CallOptions = {}): Promise<void> => {
      await request('deleteApiKey', { ...call });
      session.forgetCredentials();
    },
  };
}

export function createAccount(
  session: Session,
  request: Request,
  download: Download,
  follow: (options?: FollowOptions) => Holdings,
) {
  return {
    /** Address of the account, by default the signer's. Throws `InvalidInputError` if the client has no account. */
    get address(): string {
      return session.account().address;
    },
    /** The account's own rows of a data set as a file, which the caller reads. */
    export: (
      what: RequestOptions<'exportOwnData'>['params']['what'],
      query: QueryOf<'exportOwnData'> = {},
      call: CallOptions = {},
    ) => download('exportOwnData', { ...call, params: { what }, query }),
    /** Wallets, balances and positions. */
    get: (call: CallOptions = {}) => request('account', { ...call }),
    /**
     * Open orders, positions and cash, kept up to date by the account's feed and by the answers to this client's
     * requests. Reads `GET /account` and the open orders at the start, after a gap or a reconnection of the feed, after
     * a request whose outcome is unknown, after a split, a merge or another answer that is about no order, and when the
     * feed does not confirm within `confirmMs` what became of an order by an answer, or that a public book shrank where
     * the account has an order; others' trades and cancels there cost reads, too. A silent feed is noticed by these
     * alone: a deposit or a payout that it conceals is seen with the next read. How soon frames arrive, and `confirmMs`,
     * is the machine's time. Therefore `settled()` of a client with a seed reads the ledger each time, and knows what
     * frames that are late by the sandbox's latency have still to tell: two runs decide the same if they decide then. What
     * is shown in between may differ, as may the moments of the other reads.
     */
    follow,
    /** Converts collateral into pairs of both outcomes. */
    split: (body: BodyOf<'splitPosition'>, call: CallOptions = {}) => request('splitPosition', { ...call, body }),
    /** Converts pairs of both outcomes into collateral. */
    merge: (body: BodyOf<'mergePositions'>, call: CallOptions = {}) => request('mergePositions', { ...call, body }),
    /** Negative risk: converts NO on some questions into collateral and YES on the others. */
    convert: (body: BodyOf<'convertPositions'>, call: CallOptions = {}) =>
      request('convertPositions', { ...call, body }),
    /** Disputes the proposed result of a market: its window confirms nothing any more, the operator decides. */
    dispute: (conditionId: string, reason: string, call: CallOptions = {}) =>
      request('disputeResult', { ...call, body: { reason }, params: { condition_id: conditionId } }),
    /** Keys of the account: addresses that may sign for its wallets. */
    keys: async (call: CallOptions = {}) => (await request('accountKeys', { ...call })).keys,
    /** Adds a key to a wallet, or changes one. The account's own wallet signs this. */
    addKey: (body: BodyOf<'addKey'>, call: CallOptions = {}) => request('addKey', { ...call, body }),
    /** Revokes a key and cancels the open orders that it signed. */
    revokeKey: (body: BodyOf<'revokeKey'>, call: CallOptions = {}) => request('revokeKey', { ...call, body }),
    /** Suggests a question to the operators. */
    suggest: (body: BodyOf<'addSuggestion'>, call: CallOptions = {}) => request('addSuggestion', { ...call, body }),
    /** The account's suggestions and what became of them. */
    suggestions: (query: QueryOf<'suggestions'> = {}, call: CallOptions = {}) =>
      request('suggestions', { ...call, query }),
    /** The rate tier of the account; only venues of profiles with rate tiers have it. */
    rateTier: (call: CallOptions = {}) => request('rateLimitTier', { ...call }),
    /** News of the account's fills, results, grants and questions of the last two days, except dropped ones. */
    notifications: (call: CallOptions = {}) => request('notifications', { ...call }),
    /** Drops the given notifications, or all of them without ids. */
    dropNotifications: (ids: readonly (string | number)[] = [], call: CallOptions = {}) =>
      request('dropNotifications', { ...call, body: ids.length === 0 ? {} : { ids: ids.map(String) } }),
    /**
     * Keeps the API key's orders open. The first heartbeat sends no id, each later one sends the id that the last
     * answer returned.
     */
    beat: async (lastId: string | null = null, call: CallOptions = {}): Promise<string> =>
      (await request('beat', { ...call, body: { heartbeat_id: lastId } })).heartbeat_id,
  };
}

export function createComments(request: Request) {
  return {
    /** Top-level comments, newest first. */
    list: (query: QueryOf<'comments'> = {}, call: CallOptions = {}) => request('comments', { ...call, query }),
    /** One page of the top-level comments, oldest first, starting after the `next_cursor` of the page before. */
    keyset: (query: QueryOf<'commentsKeyset'> = {}, call: CallOptions = {}) =>
      request('commentsKeyset', { ...call, query }),
    each: (query: Listed<QueryOf<'comments'>> = {}, { pageSize = COMMENTS_PAGE, ...call }: PageOptions = {}) =>
      byOffset<Comment>((at) => request('comments', { ...call, query: { ...query, ...at } }), pageSize),
    /** Replies to a comment, oldest first. */
    replies: (id: string | number, query: QueryOf<'commentReplies'> = {}, call: CallOptions = {}) =>
      request('commentReplies', { ...call, query, params: { id } }),
    eachReply: (id: string | number, { pageSize = COMMENTS_PAGE, ...call }: PageOptions = {}) =>
      byOffset<Comment>((at) => request('commentReplies', { ...call, query: at, params: { id } }), pageSize),
    ofUser: (address: string, query: QueryOf<'commentsOfUser'> = {}, call: CallOptions = {}) =>
      request('commentsOfUser', { ...call, query, params: { user_address: address } }),
    eachOfUser: (address: string, { pageSize = COMMENTS_PAGE, ...call }: PageOptions = {}) =>
      byOffset<Comment>(
        (at) => request('commentsOfUser', { ...call, query: at, params: { user_address: address } }),
        pageSize,
      ),
    add: (body: BodyOf<'addComment'>, call: CallOptions = {}) => request('addComment', { ...call, body }),
    remove: (id: string | number, call: CallOptions = {}) => request('removeComment', { ...call, params: { id } }),
    /**
     * Removes all comments of an account in steps: its own, or for a moderator any account's. Repeat until `complete`.
     */
    removeAllOf: (address: string, call: CallOptions = {}) =>
      request('removeCommentsOfUser', { ...call, params: { user_address: address } }),
    react: (id: string | number, body: BodyOf<'addReaction'>, call: CallOptions = {}) =>
      request('addReaction', { ...call, body, params: { id } }),
    unreact: (id: string | number, body: BodyOf<'removeReaction'>, call: CallOptions = {}) =>
      request('removeReaction', { ...call, body, params: { id } }),
    report: (id: string | number, call: CallOptions = {}) => request('reportComment', { ...call, params: { id } }),
    /** Moderators only. */
    dismissReports: (id: string | number, call: CallOptions = {}) =>
      request('dismissReports', { ...call, params: { id } }),
  };
}

export function createProfile(request: Request) {
  return {
    /** The public profile of an account, by any of its addresses. */
    get: (address: string, call: CallOptions = {}) => request('publicProfile', { ...call, query: { address } }),
    update: (body: BodyOf<'updateProfile'>, call: CallOptions = {}) => request('updateProfile', { ...call, body }),
  };
}
