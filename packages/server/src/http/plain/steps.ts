/**
 * What the server does with every request, as it is put onto it: the same hooks and the same error handler serve plain
 * requests that go past the framework (`past.ts`). One that is put on the server is on both ways.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What a hook calls when the next may run; with an error, nothing but its answer does. */
export type Done = (error?: Error) => void;
/** A hook before a route's handler; one that returns a promise is done with it. */
export type Step = (request: FastifyRequest, reply: FastifyReply, done: Done) => unknown;
/** A hook on an answer that leaves; `done` may be given another one. */
export type SendStep = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error?: Error | null, payload?: unknown) => void,
) => unknown;
export type ErrorStep = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Hooks that are not about a request, or not about one that has come as a whole. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
  'onReady',
  'onListen',
  'onClose',
  'preClose',
  'onRoute',
  'onRegister',
]);

export class Steps {
  readonly onRequest: Step[] = [];
  readonly preValidation: Step[] = [];
  readonly preHandler: Step[] = [];
  readonly onSend: SendStep[] = [];
  #onError: ErrorStep | null = null;
  #isWhole = true;

  /** Notes what is put onto the server from now on. */
  constructor(app: FastifyInstance) {
    const addHook = app.addHook.bind(app) as (name: string, step: unknown) => FastifyInstance;
    const setErrorHandler = app.setErrorHandler.bind(app) as (step: unknown) => FastifyInstance;
    Object.assign(app, {
      addHook: (name: string, step: unknown) => {
        this.#note(name, step);
        return addHook(name, step);
      },
      setErrorHandler: (step: unknown) => {
        this.#onError = step as ErrorStep;
        return setErrorHandler(step);
      },
    });
  }

  /** Null while the server is not as far, or where it has a hook that is not known here: then all go through it. */
  get onError(): ErrorStep | null {
    return this.#isWhole ? this.#onError : null;
  }

  #note(name: string, step: unknown): void {
    switch (name) {
      case 'onRequest':
      case 'preValidation':
      case 'preHandler':
        this[name].push(step as Step);
        return;
      case 'onSend':
        this.onSend.push(step as SendStep);
        return;
      default:
        if (!OF_THE_SERVER.has(name)) this.#isWhole = false;
    }
  }
}
