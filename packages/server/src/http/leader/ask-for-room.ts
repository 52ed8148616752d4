/** Asks the node that leads whether its caps have room for a request, and says in headers what is left of them. */
import type { FastifyReply } from 'fastify';
import type { CapsQuestion, LeaderQuestions } from '../../ports/leader-questions.ts';
import { type Failure, RETRY_SECONDS, rateLimited, retryLater } from '../../wire/failure.ts';

/** A client that leaves meanwhile is `gone`, and gives up its place. `policy`: of the rows it counts in, for the headers. */
export async function askForRoom(
  leader: LeaderQuestions,
  question: CapsQuestion,
  policy: string,
  reply: FastifyReply,
): Promise<'passed' | 'gone' | Failure> {
  const asking = leader.ask(question);
  const gone = Promise.withResolvers<'gone'>();
  const leave = (): void => {
    asking.say({ kind: 'left' });
    gone.resolve('gone');
  };
  reply.raw.once('close', leave);
  const told = await Promise.race([asking.reply, gone.promise]);
  reply.raw.off('close', leave);
  if (told === 'gone') return told;
  if (told.kind !== 'passed' && told.kind !== 'over') return retryLater('unavailable', RETRY_SECONDS);
  if (told.remaining !== null && told.remaining !== '')
    reply.header('ratelimit-policy', policy).header('ratelimit', told.remaining);
  return told.kind === 'passed' ? 'passed' : rateLimited(told.retryAfterSeconds);
}
