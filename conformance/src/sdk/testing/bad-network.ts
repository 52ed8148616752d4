/**
 * A bad network between a client and the venue: a TCP relay that cuts connections in the middle of an answer, cuts all
 * of them at once, or goes silent without closing anything, like a pulled cable.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface BadNetwork {
  /** Address of the venue through this network. */
  readonly url: string;
  /** Called for each piece of an answer; true cuts the connection instead of passing the piece on. */
  cutsAnswer: () => boolean;
  /** Cuts every connection now; new ones are refused while `isDown`. */
  cutAll(): void;
  isDown: boolean;
  /** Stops all traffic in both directions without notice to either side. */
  isSilent: boolean;
  /** Number of answers that were cut. */
  readonly cuts: number;
  close(): Promise<void>;
}

export async function startBadNetwork(target: string): Promise<BadNetwork> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const state = { cutsAnswer: () => false, isDown: false, isSilent: false, cuts: 0 };
  const server = createServer((client) => {
    if (state.isDown) return void client.destroy();
    const venue = connect({ host: hostname, port: Number(port) });
    const end = (): void => {
      for (const socket of [client, venue]) {
        open.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [client, venue]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (bytes) => {
      if (!state.isSilent) venue.write(bytes);
    });
    venue.on('data', (bytes) => {
      if (state.isSilent) return;
      if (!state.cutsAnswer()) return void client.write(bytes);
      state.cuts += 1;
      end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url,
    cutAll: () => {
      for (const socket of [...open]) socket.destroy();
    },
    close: async () => {
      for (const socket of [...open]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}
