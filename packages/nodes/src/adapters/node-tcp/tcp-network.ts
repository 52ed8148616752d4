/** Links between nodes over TCP: messages are not encrypted, but only a holder of the secret can send or alter them. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { FromLeader, NodeLink, NodeNetwork, ToLeader } from '@bellwether/ports/nodes.ts';
import { greet, type HandshakeOptions } from './handshake.ts';
import { MessageBytes } from './message-bytes.ts';
import { TcpLink } from './tcp-link.ts';

const CONNECT_MS_MAX = 1_000;
/** Connections that have not proved anything yet. */
export const STRANGERS_MAX = 32;

interface TcpNetworkOptions extends HandshakeOptions {
  /** `host:port` at which this node listens, and others reach it. */
  readonly address: string;
}

export class TcpNetwork implements NodeNetwork {
  readonly address: string;
  readonly #options: TcpNetworkOptions;
  readonly #bytes = new MessageBytes();
  readonly #strangers = new Set<Socket>();
  #server: Server | null = null;

  constructor(options: TcpNetworkOptions) {
    this.#options = options;
    this.address = options.address;
  }

  async connect(address: string): Promise<NodeLink<ToLeader, FromLeader>> {
    const socket = await connected(placeOf(address), this.#options);
    return new TcpLink(socket, await greet(socket, 'caller', this.#options), this.#options.timers, this.#bytes);
  }

  listen(take: (link: NodeLink<FromLeader, ToLeader>) => void): Promise<void> {
    const { host, port } = placeOf(this.address);
    const server = createServer((socket) => void this.#welcome(socket, take));
    this.#server = server;
    return new Promise((resolve, reject) => {
      // Stays for later errors: a connection that could not be accepted is no reason to end.
      server.on('error', (error) => reject(new Error(`BELLWETHER_CLUSTER_ADDRESS: ${error.message}`)));
      server.listen(port, host, () => resolve());
    });
  }

  close(): void {
    this.#server?.close();
    for (const socket of this.#strangers) socket.destroy();
  }

  async #welcome(socket: Socket, take: (link: NodeLink<FromLeader, ToLeader>) => void): Promise<void> {
    // A peer that disconnects must not end the venue.
    socket.on('error', () => undefined);
    // The oldest is dropped: a holder of the secret proves it in milliseconds, and a peer that only occupies a place
    // cannot.
    const [oldest] = this.#strangers;
    if (this.#strangers.size >= STRANGERS_MAX) oldest?.destroy();
    this.#strangers.add(socket);
    try {
      take(new TcpLink(socket, await greet(socket, 'listener', this.#options), this.#options.timers, this.#bytes));
    } catch {
      // Not a node of this venue.
    } finally {
      this.#strangers.delete(socket);
    }
  }
}

function placeOf(address: string): NodeAddress {
  const place = parseNodeAddress(address);
  if (place === null) throw new Error(`${address} is no address of a node`);
  return place;
}

function connected(place: NodeAddress, { timers }: HandshakeOptions): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(place);
  const stop = timers.after(CONNECT_MS_MAX, () => socket.destroy(new Error('it did not answer in time')));
  socket.once('connect', () => resolve(socket));
  socket.once('error', reject);
  return promise.finally(stop);
}

type NodeAddress = { readonly host: string; readonly port: number };

/** Parses `host:port`, with brackets around an IPv6 address. Null if the text is not a valid address. */
export function parseNodeAddress(text: string): NodeAddress | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/@]+)):([0-9]{1,5})$/.exec(text);
  const [, v6, name, digits] = match ?? [];
  const host = v6 ?? name;
  const port = Number(digits);
  if (host === undefined || port < 1 || port > 65_535) return null;
  return { host, port };
}
