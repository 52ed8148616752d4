/** A TCP proxy with a stable address, for a venue that stops and restarts on other ports. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class Front {
  readonly #server: Server;
  #port: number | null = null;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (client) => this.#pass(client));
  }

  static async open(): Promise<Front> {
    const server = createServer();
    const listening = once(server, 'listening');
    server.listen(0, '127.0.0.1');
    await listening;
    return new Front(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sets the venue's address. Null means that there is no venue: all connections are closed at once. */
  lead(url: string | null): void {
    this.#port = url === null ? null : Number(new URL(url).port);
  }

  close(): void {
    this.#server.close();
  }

  #pass(client: Socket): void {
    if (this.#port === null) {
      client.destroy();
      return;
    }
    const venue = connect(this.#port, '127.0.0.1');
    const cut = (): void => {
      client.destroy();
      venue.destroy();
    };
    for (const socket of [client, venue]) socket.on('error', cut).on('close', cut);
    client.pipe(venue).pipe(client);
  }
}
