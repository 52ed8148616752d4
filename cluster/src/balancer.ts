/**
 * The balancer before the nodes: takes each new connection to the next node that is well, and asks each all the time whether it
 * is. A node that is not gets no more clients, and those that it has are cut off.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Place, Relay } from './relay.ts';

/** Between two questions to a node, and how long its answer may take. */
const LOOK_MS = 50;
const ANSWER_MS_MAX = 1_000;

/** Where a node answers clients; null while it does not. */
export type Backend = () => Place | null;

export class Balancer {
  readonly #backends: readonly Backend[];
  readonly #relay: Relay;
  readonly #well = new Set<Backend>();
  #next = 0;
  #isClosed = false;

  constructor(backends: readonly Backend[]) {
    this.#backends = backends;
    this.#relay = new Relay(() => this.#choose());
    for (const backend of backends) void this.#watch(backend);
  }

  /** On 127.0.0.1; `port` 0 is any that is free. Resolves to the port. */
  listen(port: number): Promise<number> {
    return this.#relay.listen(port);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#relay.close();
  }

  #choose(): Place | null {
    for (const _ of this.#backends) {
      const backend = this.#backends[this.#next++ % this.#backends.length];
      if (backend !== undefined && this.#well.has(backend)) return backend();
    }
    return null;
  }

  async #watch(backend: Backend): Promise<void> {
    let last: Place | null = null;
    while (!this.#isClosed) {
      const place = backend();
      const isWell = place !== null && (await answers(place));
      if (isWell) this.#well.add(backend);
      else if (this.#well.delete(backend) && last !== null) this.#relay.reset(last.port);
      if (place !== null) last = place;
      await delay(LOOK_MS);
    }
  }
}

/** `GET /time` of a node that serves is 200. The health check has a cap that who looks so often would use up, for all behind it. */
async function answers({ host, port }: Place): Promise<boolean> {
  try {
    const { status, body } = await fetch(`http://${host}:${port}/time`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    await body?.cancel();
    return status === 200;
  } catch {
    return false;
  }
}
