/**
 * A network on which fixed host names lead to the venue: a proxy given to programs through `HTTPS_PROXY`, and TLS with
 * a certificate that they are told to trust. The programs are unchanged.
 */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Server as NetServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { certificateFor } from './certificate.testing.ts';
import type { StageVenue } from './stage.ts';

export type FixedHosts = Awaited<ReturnType<typeof openFixedHosts>>;

/**
 * Opens the network. `folder` receives the certificate. All other hosts are refused: no request leaves this machine.
 * `environment`: variables for the program; `asked`: names that were requested, each once.
 */
export async function openFixedHosts(venue: Pick<StageVenue, 'url'>, names: readonly string[], folder: string) {
  const { certificate, privateKey } = certificateFor(names, Date.now());
  const file = join(folder, 'hosts.pem');
  writeFileSync(file, certificate);
  const { hostname, port } = new URL(venue.url);
  const sockets = new Set<Duplex>();
  const joined = (one: Duplex, other: Duplex): void => {
    for (const [each, peer] of [
      [one, other],
      [other, one],
    ] as const) {
      sockets.add(each);
      each.on('error', () => peer.destroy()).on('close', () => sockets.delete(each));
      each.pipe(peer);
    }
  };
  const front = tls.createServer({ cert: certificate, key: privateKey }, (socket) =>
    joined(socket, connect(Number(port), hostname)),
  );
  await listening(front);
  const asked = new Set<string>();
  const proxy = createServer((_request, response) => void response.writeHead(502).end());
  proxy.on('connect', ({ url = '' }, socket: Socket, head: Buffer) => {
    const [name = ''] = url.split(':');
    asked.add(name);
    if (!names.includes(name)) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const inner = connect(portOf(front), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      inner.write(head);
      joined(socket, inner);
    });
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
  });
  await listening(proxy);
  return {
    environment: { HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`, NODE_EXTRA_CA_CERTS: file },
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      front.close();
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

const portOf = (server: NetServer | Server): number => (server.address() as AddressInfo).port;

function listening(server: NetServer | Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
}
