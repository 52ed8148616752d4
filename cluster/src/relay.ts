/**
 * A TCP relay on a free local port. It serves as the balancer in front of the nodes, and as the connection between a
 * node and its database, which can be cut.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Destination of a new connection; null while there is none. */
export type Target = () => Place | null;

export interface Place {
  readonly host: string;
  readonly port: number;
}

/** Maximum time that a connection waits for a destination, and the interval between attempts. */
const WAIT_MS_MAX = 10_000;
const LOOK_MS = 10;

export class Relay {
  readonly #target: Target;
  readonly #server: Server;
  /** Both ends of each connection, with the destination port. */
  readonly #pairs = new Map<readonly [Socket, Socket], number>();
  readonly #waiting = new Set<Socket>();
  isCut = false;

  constructor(target: Target) {
    this.#target = target;
    // Each side may end separately; the other side's remaining data goes through.
    this.#server = createServer({ allowHalfOpen: true }, (client) => void this.#take(client));
  }

  /** Listens on 127.0.0.1; `port` 0 means any free one. Resolves to the port. */
  async listen(port = 0): Promise<number> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Stops all traffic without notice to either side, like a pulled cable. */
  cut(): void {
    this.isCut = true;
    for (const pair of this.#pairs.keys()) for (const socket of pair) socket.pause();
  }

  /** Lets traffic pass again, including data held back on both sides. */
  heal(): void {
    this.isCut = false;
    for (const pair of this.#pairs.keys()) for (const socket of pair) socket.resume();
  }

  /** Destroys open connections, to one port or to all. Reconnecting clients go to the current target. */
  reset(port: number | null = null): void {
    for (const [pair, to] of this.#pairs) if (port === null || port === to) for (const socket of pair) socket.destroy();
  }

  async close(): Promise<void> {
    this.reset();
    for (const socket of this.#waiting) socket.destroy();
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  async #take(client: Socket): Promise<void> {
    client.on('error', () => client.destroy());
    this.#waiting.add(client);
    const there = await this.#connect(client);
    this.#waiting.delete(client);
    if (there === null || client.destroyed) {
      there?.destroy();
      client.destroy();
      return;
    }
    const pair = [client, there] as const;
    this.#pairs.set(pair, there.remotePort ?? 0);
    for (const [from, to] of [pair, [there, client] as const]) {
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#pairs.delete(pair);
        to.destroy();
      });
      from.on('end', () => to.end());
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => {
        if (!this.isCut) from.resume();
      });
      if (this.isCut) from.pause();
    }
  }

  /** Tries until a destination accepts the connection. Null if none does in time or the client is gone. */
  async #connect(client: Socket): Promise<Socket | null> {
    const end = performance.now() + WAIT_MS_MAX;
    while (performance.now() < end && !client.destroyed) {
      const target = this.isCut ? null : this.#target();
      const socket = target === null ? null : await connected(target.host, target.port);
      if (socket !== null) return socket;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return null;
  }
}

function connected(host: string, port: number): Promise<Socket | null> {
  const socket = connect({ host, port, allowHalfOpen: true });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}
