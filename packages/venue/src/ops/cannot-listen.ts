import { createServer } from 'node:net';

type Address = { readonly host: string; readonly port: number };

/** Reasons why an address cannot be listened on, and what to do: by the system's error code. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program: stop it, or set BELLWETHER_PORT to another port',
  EADDRNOTAVAIL: 'is no address of this machine: change BELLWETHER_HOST',
  EACCES: 'needs more rights: set BELLWETHER_PORT to 1024 or above',
  ENOTFOUND: 'has a host that no one knows: change BELLWETHER_HOST',
};

/** Sentence without a full stop: `127.0.0.1:8080 is in use by another program: …`. */
export function cannotListen({ host, port }: Address, { code = '', message }: NodeJS.ErrnoException): string {
  return `${host}:${port} ${REASONS[code] ?? `cannot be listened on: ${message}. Change BELLWETHER_HOST or BELLWETHER_PORT`}`;
}

/** Error that listening at the address ends with; null if it can be listened at. */
export function listenOnce({ host, port }: Address): Promise<NodeJS.ErrnoException | null> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>();
  const server = createServer();
  server.once('error', resolve);
  server.listen({ host, port }, () => server.close(() => resolve(null)));
  return promise;
}
