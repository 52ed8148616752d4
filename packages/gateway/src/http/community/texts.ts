/**
 * Texts of comments in a venue that knows its people: the log has a salted hash, the text lies beside it and can be erased.
 * The text is kept before the log has its hash, and goes when the comment is removed.
 */
import { type AddComment, accountOf, type CommentId, commentProblem, reject, type State } from '@bellwether/engine';
import type { KeptText } from '@bellwether/ports/people.ts';
import type { FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { type FirstOutcome, submitOnce, wasDone } from '../plugins/idempotency.ts';

type Parts = Pick<AppDependencies, 'logger' | 'people' | 'view'>;

/** Longer than a comment is on its way to the log, and than the clocks of two nodes are apart. */
const ON_ITS_WAY_MS = 3_600_000;

/** Submits a comment. Throws `PeopleUnavailable`. */
export async function submitComment(
  dependencies: AppDependencies,
  request: FastifyRequest,
  { body = '', ...rest }: AddComment,
): Promise<FirstOutcome> {
  const { people, view } = dependencies;
  if (people === undefined || wasDone(request)) return submitOnce(dependencies, request, { ...rest, body });
  const trimmed = body.trim();
  const reason = commentProblem(trimmed);
  if (reason !== null) return reject('comment_invalid', { reason });
  const hash = await people.texts.keep(accountOf(view.state, rest.account).address, trimmed);
  const outcome = await submitOnce(dependencies, request, { ...rest, text: hash });
  const [event] = outcome.kind === 'accepted' ? outcome.entry.events : [];
  // Another node may have carried out the same request, with a salt of its own.
  const isOwn = event?.kind === 'CommentAdded' && event.text === hash;
  await attempt(dependencies, () => (isOwn ? people.texts.name(hash, event.comment) : people.texts.refuse(hash)));
  return outcome;
}

/** Erases texts of comments that were removed. What fails is left to the sweep of the next start. */
export async function dropTexts(parts: Parts, comments: readonly CommentId[]): Promise<void> {
  if (comments.length > 0) await attempt(parts, () => parts.people?.texts.drop({ comments }));
}

/** Erases, after a start, the texts whose comments were removed or never reached the log. */
export async function sweepTexts(parts: Parts): Promise<void> {
  const { state } = parts.view;
  await attempt(parts, () => parts.people?.texts.sweep((text) => isGone(state, text)));
}

function isGone(state: Readonly<State>, { account, comment, createdMs }: KeptText): boolean {
  const { comments } = state.community;
  if (comment !== null) return comments.get(comment)?.removed === true;
  // The log's own time: this node's view may lag behind.
  if (createdMs > state.timeMs - ON_ITS_WAY_MS) return false;
  const author = state.accountsByAddress.get(account);
  const live = author === undefined ? [] : [...comments.ofAuthor(author)];
  return !live.some((id) => Math.abs((comments.get(id)?.timeMs ?? 0) - createdMs) < ON_ITS_WAY_MS);
}

async function attempt({ logger }: Parts, work: () => Promise<void> | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.error({ err: error }, 'texts of comments could not be changed');
  }
}
