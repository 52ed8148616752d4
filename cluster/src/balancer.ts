/**
 * The balancer in front of the nodes. It takes each new connection to the next healthy node and checks the health of
 * each node continuously. A node that fails gets no new clients, and its current ones are cut off.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Place, Relay } from './relay.ts';

/** Pause between two health checks of a node, and time limit for the answer. */
const LOOK_MS = 50;
const ANSWER_MS_MAX = 1_000;

/** Address at which a node answers clients; null while it does not. */
type Backend = () => Place | null;

export class Balancer {
  readonly #backends: readonly Backend[];
  readonly #answerMsMax: number;
  readonly #relay: Relay;
  readonly #well = new Set<Backend>();
  #next = 0;
  #isClosed = false;

  constructor(backends: readonly Backend[], answerMsMax = ANSWER_MS_MAX) {
    this.#backends = backends;
    this.#answerMsMax = answerMsMax;
    this.#relay = new Relay(() => this.#choose());
    for (const backend of backends) void this.#watch(backend);
  }

  /** Listens on 127.0.0.1; `port` 0 means any free one. Resolves to the port. */
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
      const isWell = place !== null && (await answers(place, this.#answerMsMax));
      if (isWell) this.#well.add(backend);
      else if (this.#well.delete(backend) && last !== null) this.#relay.reset(last.port);
      if (place !== null) last = place;
      await delay(LOOK_MS);
    }
  }
}

/**
 * True if the node answers `GET /time` with 200. `GET /` has a rate limit that checks this frequent would use up for
 * all clients behind the balancer.
 */
async function answers({ host, port }: Place, withinMs: number): Promise<boolean> {
  try {
    const { status, body } = await fetch(`http://${host}:${port}/time`, { signal: AbortSignal.timeout(withinMs) });
    await body?.cancel();
    return status === 200;
  } catch {
    return false;
  }
}
