/** The form of a sandbox's own routes. */
import type { Route } from '@bellwether/contract';
import type { FastifyRequest } from 'fastify';

import { badRequest, type Failure } from '../../wire/failure.ts';
import { SandboxRefused } from '../control.ts';

/** Mounts a route of the sandbox; its handler returns a value of the response schema, or a refusal. */
export type MountOwn = (
  route: Route,
  handle: (request: FastifyRequest) => object | Promise<object>,
  status?: number,
) => void;

/** Runs `work`. A refusal by the sandbox becomes a bad request, because it is the client's mistake. */
export async function orRefused<T extends object>(work: () => Promise<T>): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SandboxRefused) return badRequest(error.message);
    throw error;
  }
}
