/**
 * Texts of comments and profiles in a venue that knows its people: the log has a salted hash, the text lies beside it and
 * can be erased. The text is kept before the log has its hash, and goes when the comment is removed or the field replaced.
 */
import {
  type AddComment,
  type Address,
  accountOf,
  type CommentId,
  checkedProfile,
  commentProblem,
  looksOf,
  PROFILE_FIELDS,
  reject,
  type UpdateProfile,
} from '@bellwether/engine';
import { type KeptText, TEXT_ON_ITS_WAY_MS } from '@bellwether/ports/people.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { UseOfText } from '@bellwether/read-model/community/answer/comments.ts';
import type { FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { type FirstOutcome, submitOnce, wasDone } from '../plugins/idempotency.ts';

type Parts = Pick<AppDependencies, 'logger' | 'people' | 'view'>;

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
  await attempt(dependencies, () => (isOwn ? people.texts.name([hash], event.comment) : people.texts.refuse([hash])));
  return outcome;
}

/** Submits a change of a profile. Names that are beside the log are compared there. Throws `PeopleUnavailable`. */
export async function submitProfile(
  dependencies: AppDependencies,
  request: FastifyRequest,
  command: UpdateProfile,
): Promise<FirstOutcome> {
  const { people, view } = dependencies;
  if (people === undefined || wasDone(request)) return submitOnce(dependencies, request, command);
  const { account } = command;
  const checked = checkedProfile(view.state, account, command.changes);
  if (checked.kind === 'reject') return checked;
  const { changes } = checked;
  const changed = PROFILE_FIELDS.filter((field) => changes[field] !== undefined);
  if (changed.length === 0) return submitOnce(dependencies, request, command);
  // An empty field tells nothing.
  const filled = changed.filter((field) => changes[field] !== '');
  const texts = Object.fromEntries(filled.map((field) => [field, changes[field] ?? '']));
  const told = Object.fromEntries(Object.entries(changes).filter(([field]) => !(field in texts)));
  const { address } = accountOf(view.state, account);
  // A kill may have kept from the store that the log has the present texts: they could not be told from texts on their way.
  await attempt(dependencies, () => sweep(dependencies, address));
  const hashes = await people.texts.keepProfile(address, texts, [...looksOf(texts['name'] ?? '')]);
  if (hashes === null) return reject('name_taken', { name: changes.name ?? '' });
  const hashed = filled.length > 0 ? { texts: hashes } : {};
  const outcome = await submitOnce(dependencies, request, { kind: 'UpdateProfile', account, changes: told, ...hashed });
  const own = outcome.kind === 'accepted' ? outcome.entry : null;
  const [event] = own?.events ?? [];
  const isOwn = event?.kind === 'ProfileUpdated' && changed.every((field) => event.texts?.[field] === hashes[field]);
  await attempt(dependencies, async () => {
    const kept = Object.values(hashes);
    if (own === null || !isOwn) return people.texts.refuse(kept);
    await people.texts.name(kept, own.sequence);
    await sweep(dependencies, address);
  });
  return outcome;
}

/** Erases texts of comments that were removed. What fails is left to the sweep of the next start. */
export async function dropTexts(parts: Parts, comments: readonly CommentId[]): Promise<void> {
  if (comments.length > 0) await attempt(parts, () => parts.people?.texts.drop({ comments }));
}

/**
 * After a start, names the texts that a kill kept from it, and erases those that the log needs no more or does not have: a
 * kill came first, or an older log was restored.
 */
export const sweepTexts = (parts: SweepParts): Promise<void> => attempt(parts, () => sweep(parts));

type SweepParts = Parts & Pick<AppDependencies, 'reader'>;

/** `profile`: of this account alone. */
async function sweep({ people, reader, view }: SweepParts, profile?: Address): Promise<void> {
  for await (const texts of people?.texts.kept(profile) ?? []) {
    // The log's own time, all of which the read shows: this node's view may lag behind.
    const { sequence, timeMs } = view.state;
    const uses = await usesOf(reader, texts);
    const gone: string[] = [];
    for (const { hash, isComment, number, createdMs } of texts) {
      const use = uses.get(hash);
      // A field that this entry changed, and a later one since.
      const isReplaced = !isComment && number !== null && number <= sequence;
      const isOver = use === undefined ? isReplaced || createdMs <= timeMs - TEXT_ON_ITS_WAY_MS : use.removed === 1;
      if (isOver) gone.push(hash);
      else if (use !== undefined && number === null) await people?.texts.name([hash], use.id);
    }
    await people?.texts.refuse(gone);
  }
}

/** Throws as `Reader.read` does. */
async function usesOf(reader: Reader, texts: readonly KeptText[]): Promise<Map<string, UseOfText>> {
  const answer = await reader.read('uses-of-texts', { hashes: texts.map(({ hash }) => hash) });
  // The cast is the parse boundary: the read is the venue's own.
  const found = JSON.parse(Buffer.from(answer?.body ?? []).toString()) as readonly UseOfText[];
  return new Map(found.toSorted((one, other) => other.removed - one.removed).map((each) => [each.hash, each]));
}

async function attempt({ logger }: Pick<Parts, 'logger'>, work: () => Promise<void> | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.error({ err: error }, 'texts of people could not be changed');
  }
}
