/** Removes comments of an account, a bounded number at a time. */
import type { Account, AccountId, CommentId, RequestId } from '@bellwether/engine';
import type { Failure } from '@bellwether/wire/failure.ts';
import type { FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { submitPart, withAct } from '../plugins/idempotency.ts';
import { rejectFailure } from '../reject-failure.ts';
import { dropTexts } from './texts.ts';

/** Removals in progress at a time. */
const REMOVALS_AT_ONCE = 100;

export interface Removal {
  readonly author: Account;
  /** Account that removes; null: the operator. */
  readonly by: AccountId | null;
  /** Request that the removals are parts of. */
  readonly id?: RequestId | undefined;
  readonly isMeant?: ((comment: CommentId) => boolean) | undefined;
}

/** Removes the newest comments that are meant, each as an entry of its own; returns their number, 0 if none are left. */
export async function removeSome(
  dependencies: AppDependencies,
  request: FastifyRequest,
  { author, by, id, isMeant }: Removal,
): Promise<number | Failure> {
  const some = meantOf(dependencies, { author, isMeant }, REMOVALS_AT_ONCE);
  const remove = (comment: CommentId) =>
    submitPart(dependencies, id, withAct(request, { kind: 'RemoveComment', comment, account: by }));
  const refusal = (await Promise.all(some.map(remove))).find((each) => each.kind === 'reject');
  if (refusal !== undefined) return rejectFailure(refusal);
  await dropTexts(dependencies, some);
  return some.length;
}

/** Up to `count` comments that are meant and not removed, newest first. */
export function meantOf(
  { view }: Pick<AppDependencies, 'view'>,
  { author, isMeant = () => true }: Pick<Removal, 'author' | 'isMeant'>,
  count: number,
): CommentId[] {
  const meant: CommentId[] = [];
  for (const comment of view.state.community.comments.ofAuthor(author.id)) {
    if (meant.length === count) break;
    if (isMeant(comment)) meant.push(comment);
  }
  return meant;
}
