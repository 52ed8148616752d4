/**
 * Shares this thread between clients: what is ready to be worked on runs at once while little has run since the thread
 * last looked at its sockets, and otherwise waits in the line of its client. Lines are served in turn, a millisecond
 * at a time with sockets in between, so that a burst of one client delays another by one such slice and not by the burst.
 */
import type { FastifyInstance } from 'fastify';
import { isPlain } from '../plain/message.ts';
import { requestOrigin } from '../plugins/client-address.ts';
import type { Connections } from './connections.ts';
import { isRead } from './messages.ts';

/** Work between two looks at the sockets. */
const SLICE_MS = 1;

declare module 'fastify' {
  interface FastifyInstance {
    readonly turns: Turns;
    readonly connections: Connections;
  }
}

export interface TurnsOptions {
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Calls back once the sockets have been looked at. */
  readonly later: (callback: () => void) => void;
}

export class Turns {
  readonly #options: TurnsOptions;
  /** First in the map is served next. */
  readonly #lines = new Map<string, (() => void)[]>();
  #spentMs = 0;
  /** When the work that runs began; null while none does. */
  #beganMs: number | null = null;
  #isScheduled = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Runs `work` now, or in its client's turn. */
  enter(client: string, work: () => void): void {
    if (this.#lines.size === 0 && this.#spent() < SLICE_MS) return this.#run(work);
    const line = this.#lines.get(client);
    if (line === undefined) this.#lines.set(client, [work]);
    else line.push(work);
    this.#schedule();
  }

  /** Whether work runs now. */
  get isRunning(): boolean {
    return this.#beganMs !== null;
  }

  /** What has run, with the part of what runs now. */
  #spent(): number {
    return this.#spentMs + (this.#beganMs === null ? 0 : this.#options.clock() - this.#beganMs);
  }

  #run(work: () => void): void {
    // Work that enters within other work is a part of it.
    if (this.#beganMs !== null) return work();
    this.#beganMs = this.#options.clock();
    this.#schedule();
    try {
      work();
    } finally {
      this.#spentMs = this.#spent();
      this.#beganMs = null;
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.later(() => {
      this.#isScheduled = false;
      this.#serve();
    });
  }

  #serve(): void {
    this.#spentMs = 0;
    while (this.#spentMs < SLICE_MS) {
      const [next] = this.#lines;
      if (next === undefined) return;
      const [client, line] = next;
      const work = line.shift();
      // To the end of the map: the others come first.
      this.#lines.delete(client);
      if (line.length > 0) this.#lines.set(client, line);
      if (work !== undefined) this.#run(work);
    }
    if (this.#lines.size > 0) this.#schedule();
  }
}

/**
 * Has every request wait for its turn once its body is there and before it costs anything more; a read also for the
 * answers to those before it on its connection. Refusals for a cap are counted for the connection's address.
 */
export function registerTurns(app: FastifyInstance, turns: Turns, connections: Connections): void {
  app.decorate('turns', turns);
  app.decorate('connections', connections);
  // When it is made, not when it has gone: it may wait behind an answer that no one reads.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 429) connections.refused(request.raw);
    done(null, payload);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    // The turn in which a plain request was read is its own, too: it has come as a whole.
    const work = (): void => {
      if (turns.isRunning && isPlain(request.raw)) done();
      else turns.enter(requestOrigin(request).address, done);
    };
    if (!isRead(request.raw)) return work();
    const isDear = request.routeOptions.config.route?.cost !== undefined;
    connections.enterRead({ request: request.raw, work, isDear });
  });
}
