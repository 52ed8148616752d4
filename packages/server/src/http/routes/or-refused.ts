/** Runs `work`. A refusal by the sandbox becomes a bad request, because it is the client's mistake. */
import { SandboxRefused } from '../../ports/sandbox.ts';
import { badRequest, type Failure } from '../../wire/failure.ts';

export async function orRefused<T extends object>(work: () => Promise<T>): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SandboxRefused) return badRequest(error.message);
    throw error;
  }
}
