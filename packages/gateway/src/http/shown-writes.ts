/** Writes whose answer is a read that shows their effect. */
import type { Route } from '@bellwether/contract';
import type { Command } from '@bellwether/engine';
import type { Reader } from '@bellwether/ports/reader.ts';
import { type Failure, failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDependencies } from './dependencies.ts';
import { isFailure, mount } from './mount.ts';
import type { Caller } from './pipeline.ts';
import { sendFailure } from './plugins/answers.ts';
import { submitOnce } from './plugins/idempotency.ts';
import { askerOf } from './plugins/work.ts';
import { rejectFailure } from './reject-failure.ts';
import { sendDone } from './send-read.ts';

/** The read that shows what a write has done, or its refusal. */
export type Done = Promise<Failure | { readonly read: string; readonly of: object }>;
export type Write = (caller: Caller, request: FastifyRequest) => Done;

/** Mounts a write of an account. */
export function mountWrite(
  app: FastifyInstance,
  route: Route,
  { reader }: AppDependencies,
  write: Write,
  status = 200,
): void {
  mount(app, route, async (request, reply) => {
    const caller = app.access.identify(request);
    return show(reply, reader, caller.kind === 'failure' ? caller : await write(caller, request), status);
  });
}

/** Mounts a write of the operator. */
export function mountOperatorWrite(
  app: FastifyInstance,
  route: Route,
  { reader }: AppDependencies,
  write: (request: FastifyRequest) => Done,
): void {
  mount(app, route, async (request, reply) => show(reply, reader, await write(request)));
}

function show(
  reply: FastifyReply,
  reader: Reader,
  done: Awaited<Done>,
  status = 200,
): FastifyReply | Promise<FastifyReply> {
  if (isFailure(done)) return sendFailure(reply, done);
  return sendDone(reply, reader.read(done.read, done.of, askerOf(reply.request)), failure('id_not_found'), status);
}

/** Submits a command; null if it was accepted or was a no-op. */
export async function refusalOf(
  dependencies: AppDependencies,
  request: FastifyRequest,
  command: Command,
): Promise<Failure | null> {
  const outcome = await submitOnce(dependencies, request, command);
  return outcome.kind === 'reject' ? rejectFailure(outcome) : null;
}
