/**
 * Shares this thread between clients. Ready work runs at once while little has run since the thread last polled its
 * sockets; otherwise it queues behind its client's other work. The queues are served round-robin, a millisecond at a
 * time with socket polls in between. A burst of one client therefore delays another client by one slice, not by the
 * whole burst.
 */
import type { FastifyInstance } from 'fastify';
import { isPlain } from '../plain/lane.ts';
import { requestOrigin } from '../plugins/client-address.ts';
import { isRead } from './backlog.ts';
import type { Connections } from './connections.ts';

/** Time for work between two socket polls. */
const SLICE_MS = 1;

declare module 'fastify' {
  interface FastifyInstance {
    readonly turns: Turns;
    readonly connections: Connections;
  }
}

interface TurnsOptions {
  /** Clock in monotonic milliseconds. */
  readonly clock: () => number;
  /** Calls back after the next socket poll. */
  readonly later: (callback: () => void) => void;
}

export class Turns {
  readonly #options: TurnsOptions;
  /** Queues by client. The first in the map is served next. */
  readonly #lines = new Map<string, (() => void)[]>();
  #spentMs = 0;
  /** Start time of the running work; null while none runs. */
  #beganMs: number | null = null;
  #isScheduled = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  enter(client: string, work: () => void): void {
    if (this.#lines.size === 0 && this.#spent() < SLICE_MS) return this.#run(work);
    const line = this.#lines.get(client);
    if (line === undefined) this.#lines.set(client, [work]);
    else line.push(work);
    this.#schedule();
  }

  /** True while work runs. */
  get isRunning(): boolean {
    return this.#beganMs !== null;
  }

  /** Time spent in this slice, including the running work so far. */
  #spent(): number {
    return this.#spentMs + (this.#beganMs === null ? 0 : this.#options.clock() - this.#beganMs);
  }

  #run(work: () => void): void {
    // Nested work counts as part of the outer work.
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
      // Moves the client to the end of the map: the others come first.
      this.#lines.delete(client);
      if (line.length > 0) this.#lines.set(client, line);
      if (work !== undefined) this.#run(work);
    }
    if (this.#lines.size > 0) this.#schedule();
  }
}

/**
 * Makes every request wait for its turn once its body has arrived and before it causes further cost. A read also waits
 * for earlier answers on its connection. Refusals for a cap count against the connection's address.
 */
export function registerTurns(app: FastifyInstance, turns: Turns, connections: Connections): void {
  app.decorate('turns', turns);
  app.decorate('connections', connections);
  // Counted when the answer is produced, not when it is sent: it may wait behind an unread answer.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 429) connections.refused(request.raw);
    done(null, payload);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    // A plain request has arrived whole, so it also runs in the turn in which it was read.
    const work = (): void => {
      if (turns.isRunning && isPlain(request.raw)) done();
      else turns.enter(requestOrigin(request).address, done);
    };
    if (!isRead(request.raw)) return work();
    const isDear = request.routeOptions.config.route?.cost !== undefined;
    connections.enterRead({ request: request.raw, work, isDear });
  });
}
