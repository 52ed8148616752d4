/**
 * Comments, reactions, reports, profiles and moderation. Reader threads serve all reads; a write answers with a read,
 * too.
 */
import {
  COMMENT_ROUTES,
  CommentNumberParams,
  CommentPost,
  type CommentsKeysetQuery,
  type CommentsQuery,
  MODERATION_ROUTES,
  PROFILE_ROUTES,
  ProfileChange,
  ReactionBody,
} from '@bellwether/contract';
import type { Address, CommentId, CommunityCommand } from '@bellwether/engine';
import {
  commentsQueryProblem,
  isInvisible,
  pastedText,
  readComment,
} from '@bellwether/read-model/community/answer/comment-output.ts';
import { COMMENTS_KEYSET_ORDER } from '@bellwether/read-model/community/answer/comments.ts';
import type { Page } from '@bellwether/read-model/community/query/discussions.ts';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import { credentialsProblem } from '@bellwether/wire/forms/link.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { meantOf, removeSome } from '../community/removal.ts';
import { dropTexts, submitComment, submitProfile } from '../community/texts.ts';
import type { AppDependencies } from '../dependencies.ts';
import { afterOf, unknownInKeyset } from '../keyset.ts';
import { answer, isFailure, mount, mountOperator, mountPrivate } from '../mount.ts';
import type { Caller } from '../pipeline.ts';
import { mayActOn } from '../plugins/admission.ts';
import { bodyBytes, createBodyReader, type Read } from '../plugins/body.ts';
import { recordRequest } from '../plugins/idempotency.ts';
import { createQueryReader } from '../plugins/query.ts';
import { realChanges } from '../real-changes.ts';
import { rejectFailure } from '../reject-failure.ts';
import { mountRead } from '../send-read.ts';
import { type Done, mountOperatorWrite, mountWrite, refusalOf, type Write } from '../shown-writes.ts';

const NOT_FOUND = failure('id_not_found');

const readId = createQueryReader<{ readonly id: CommentId }>(CommentNumberParams);

/** Parses an address from a path or query; the result is lower-case. */
function readAddressField(name: string, text: string, parseAddress: AppDependencies['parseAddress']): Read<Address> {
  const parsed = parseAddress(text);
  return parsed.kind === 'invalid' ? badRequest(`${name} ${parsed.error}`) : { kind: 'read', value: parsed.address };
}

/** The address that the path names. */
function userOf({ params }: FastifyRequest, parseAddress: AppDependencies['parseAddress']): Read<Address> {
  return readAddressField('user_address', (params as { readonly user_address: string }).user_address, parseAddress);
}

/** Submits the command about the comment in the path, or refuses; the answer is a read of that comment. */
async function change(
  dependencies: AppDependencies,
  request: FastifyRequest,
  commandOf: (comment: CommentId) => CommunityCommand | Failure,
): Done {
  const params = readId(request.params);
  if (params.kind === 'failure') return params;
  const { id } = params.value;
  const command = commandOf(id);
  if (command.kind === 'failure') return command;
  return (await refusalOf(dependencies, request, command)) ?? { read: 'comment', of: { id } };
}

const DAY_MS = 86_400_000;

export function registerCommentRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  registerCommentReads(app, dependencies);
  registerCommentWrites(app, dependencies);
  registerMarks(app, dependencies);
  registerProfiles(app, dependencies);
}

function registerCommentReads(app: FastifyInstance, { reader, parseAddress }: AppDependencies): void {
  const rules = { notFound: NOT_FOUND };
  mountRead<CommentsQuery>(app, COMMENT_ROUTES.comments, reader, 'comments', rules, (query) => {
    const problem = commentsQueryProblem(query);
    return problem === null ? query : badRequest(problem);
  });
  const keyset = { unknown: unknownInKeyset };
  mountRead<CommentsKeysetQuery>(app, COMMENT_ROUTES.commentsKeyset, reader, 'comments-keyset', keyset, (query) => {
    const { after_cursor: cursor, ...rest } = query;
    const problem = commentsQueryProblem(rest);
    if (problem !== null) return badRequest(problem);
    const place = afterOf(cursor, { list: 'comments', order: COMMENTS_KEYSET_ORDER, ascending: query.ascending });
    return isFailure(place) ? place : { ...rest, ...place };
  });
  mountRead<Page>(app, COMMENT_ROUTES.commentsOfUser, reader, 'user-comments', rules, (page, request) => {
    const address = userOf(request, parseAddress);
    return address.kind === 'failure' ? address : { address: address.value, ...page };
  });
  mountRead<Page>(app, COMMENT_ROUTES.commentReplies, reader, 'comment-replies', rules, (page, request) => {
    const params = readId(request.params);
    return params.kind === 'failure' ? params : { ...params.value, ...page };
  });
}

function registerCommentWrites(app: FastifyInstance, dependencies: AppDependencies): void {
  const readPost = createBodyReader(CommentPost, badRequest);

  const add: Write = async ({ account }, request) => {
    const post = readPost(bodyBytes(request));
    if (post.kind === 'failure') return post;
    // A rule of the gateway and not of the engine: older journals contain such comments.
    if (isInvisible(post.value.body)) return badRequest('body must not be empty');
    const outcome = await submitComment(dependencies, request, readComment(account.id, post.value));
    if (outcome.kind === 'reject') return rejectFailure(outcome);
    const [event] = outcome.kind === 'accepted' ? outcome.entry.events : [];
    if (event?.kind !== 'CommentAdded') throw new Error(`AddComment was ${outcome.kind}`);
    return { read: 'comment', of: { id: event.comment } };
  };
  mountWrite(app, COMMENT_ROUTES.addComment, dependencies, add, 201);

  mount(app, COMMENT_ROUTES.removeComment, async (request, reply) => {
    const caller = app.access.identify(request);
    return answer(reply, caller.kind === 'failure' ? caller : await remove(dependencies, request, caller));
  });
  mountPrivate(app, COMMENT_ROUTES.removeCommentsOfUser, (caller, request) => removeAll(dependencies, request, caller));
}

/** Removes the comment in the path, for its author or a moderator; without a caller, for the operator. */
async function remove(dependencies: AppDependencies, request: FastifyRequest, caller: Caller | null): Promise<object> {
  const params = readId(request.params);
  if (params.kind === 'failure') return params;
  const { id } = params.value;
  const command = { kind: 'RemoveComment', comment: id, account: caller?.account.id ?? null } as const;
  const refusal = await refusalOf(dependencies, request, command);
  if (refusal !== null) return refusal;
  await dropTexts(dependencies, [id]);
  return { id: String(id), removed: true };
}

const REMOVALS_PER_REQUEST_MAX = 2_000;

/**
 * Removes all comments of the account in the path, newest first, for that account or a moderator; without a caller, for
 * the operator. Each removal is a separate entry that records who did it. A request performs a bounded number of
 * removals.
 */
async function removeAll(
  dependencies: AppDependencies,
  request: FastifyRequest,
  caller: Caller | null,
): Promise<object> {
  const { parseAddress, view } = dependencies;
  const named = userOf(request, parseAddress);
  if (named.kind === 'failure') return named;
  const { accounts, community } = view.state;
  const author = accounts[accountNamed(view.state, named.value) ?? -1];
  if (author === undefined) return NOT_FOUND;
  const by = caller?.account.id ?? null;
  if (by !== null && by !== author.id && !community.moderators.has(by)) return failure('comment_not_owned');
  const { keyed } = request;
  // A repeated request continues where it was cut off, and leaves later comments alone.
  const written = keyed?.kept?.comments ?? Number.POSITIVE_INFINITY;
  const removal = { author, by, id: keyed?.id, isMeant: (comment: CommentId): boolean => comment <= written };
  let removed = keyed?.kept?.entries ?? 0;
  while (removed < REMOVALS_PER_REQUEST_MAX) {
    const some = await removeSome(dependencies, request, removal);
    if (typeof some !== 'number') return some;
    if (some === 0) break;
    removed += some;
  }
  if (removed === 0 && keyed?.kept === null) await recordRequest(dependencies, keyed);
  return { address: author.address, removed, complete: meantOf(dependencies, removal, 1).length === 0 };
}

/** The account that has this base address or wallet. */
function accountNamed(state: AppDependencies['view']['state'], address: Address): number | undefined {
  return state.accountsByAddress.get(address) ?? state.wallets[state.walletsByAddress.get(address) ?? -1]?.account;
}

function registerMarks(app: FastifyInstance, dependencies: AppDependencies): void {
  const readBody = createBodyReader(ReactionBody, badRequest);

  const react =
    (kind: 'AddReaction' | 'RemoveReaction'): Write =>
    ({ account }, request) =>
      change(dependencies, request, (comment) => {
        const bytes = bodyBytes(request);
        const body: Read<ReactionBody> = bytes.length === 0 ? { kind: 'read', value: {} } : readBody(bytes);
        if (body.kind === 'failure') return body;
        return { kind, account: account.id, comment, reaction: body.value.reactionType ?? 'HEART' };
      });
  mountWrite(app, COMMENT_ROUTES.addReaction, dependencies, react('AddReaction'));
  mountWrite(app, COMMENT_ROUTES.removeReaction, dependencies, react('RemoveReaction'));

  mountWrite(app, COMMENT_ROUTES.reportComment, dependencies, ({ account }, request) =>
    change(dependencies, request, (comment) => ({ kind: 'ReportComment', account: account.id, comment })),
  );
  mountWrite(app, COMMENT_ROUTES.dismissReports, dependencies, (caller, request) =>
    dismissReports(dependencies, request, caller),
  );
}

/** Dismisses the reports of the comment in the path, for a moderator; without a caller, for the operator. */
function dismissReports(dependencies: AppDependencies, request: FastifyRequest, caller: Caller | null): Done {
  const account = caller?.account.id ?? null;
  return change(dependencies, request, (comment) => ({ kind: 'DismissReports', comment, account }));
}

function registerProfiles(app: FastifyInstance, dependencies: AppDependencies): void {
  const { reader, parseAddress, clock } = dependencies;
  const readChange = createBodyReader(ProfileChange, badRequest);

  const rules = { notFound: NOT_FOUND };
  type Query = { readonly address: string };
  mountRead<Query>(app, PROFILE_ROUTES.publicProfile, reader, 'public-profile', rules, (query) => {
    const address = readAddressField('address', query.address, parseAddress);
    return address.kind === 'failure' ? address : { address: address.value, today: Math.floor(clock() / DAY_MS) };
  });

  mountWrite(app, PROFILE_ROUTES.updateProfile, dependencies, async ({ account }, request) => {
    const body = readChange(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const { bio, profileImage = '' } = body.value;
    const problem = credentialsProblem(profileImage);
    if (problem !== null) return badRequest(`profileImage ${problem}`);
    const wanted = { ...body.value, ...(bio !== undefined && { bio: pastedText(bio) }) };
    const changes = await realChanges(reader, { of: 'profile', id: account.id }, wanted);
    const outcome = await submitProfile(dependencies, request, { kind: 'UpdateProfile', account: account.id, changes });
    return outcome.kind === 'reject' ? rejectFailure(outcome) : { read: 'profile', of: { account: account.id } };
  });
}

/** The operator's side: removals, dismissals of reports, and moderators. */
export function registerModerationRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { parseAddress, view, reader } = dependencies;
  mountOperator(app, MODERATION_ROUTES.removeCommentAsOperator, (request) => remove(dependencies, request, null));
  mountOperator(app, MODERATION_ROUTES.removeCommentsOfUserAsOperator, (request) =>
    removeAll(dependencies, request, null),
  );
  mountOperatorWrite(app, MODERATION_ROUTES.dismissReportsAsOperator, dependencies, (request) =>
    dismissReports(dependencies, request, null),
  );
  mountRead<Page>(app, MODERATION_ROUTES.moderators, reader, 'moderators');

  const setModerator = async (request: FastifyRequest, moderator: boolean): Promise<object> => {
    const named = readAddressField('wallet', (request.params as { readonly wallet: string }).wallet, parseAddress);
    if (named.kind === 'failure') return named;
    const account = view.state.accounts[accountNamed(view.state, named.value) ?? -1];
    if (account === undefined) return failure('unknown_wallet');
    if (!mayActOn(dependencies, request, account.id)) return failure('role_required', { role: 'owner' });
    const refusal = await refusalOf(dependencies, request, { kind: 'SetModerator', account: account.id, moderator });
    return refusal ?? { address: account.address, moderator };
  };
  mountOperator(app, MODERATION_ROUTES.addModerator, (request) => setModerator(request, true));
  mountOperator(app, MODERATION_ROUTES.removeModerator, (request) => setModerator(request, false));
}
