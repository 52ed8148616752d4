/** A port for a server that needs to know it before it starts and keeps it across restarts. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const LOWEST = 15_000;
const ATTEMPTS = 100;

/**
 * Returns a TCP port that nothing listens on now. It lies below the range for outgoing connections, because one of
 * these could take the port while the server is down. This process holds the UDP port with the same number until it
 * ends, so that no other caller is given the same port.
 */
export async function claimPort(): Promise<number> {
  const end = Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = end > LOWEST ? randomInt(LOWEST, end) : randomInt(LOWEST, 65_536);
    const claim = createSocket('udp4').unref();
    try {
      claim.bind({ port, address: '127.0.0.1', exclusive: true });
      await once(claim, 'listening');
      await listenOnce(port);
      return port;
    } catch {
      claim.close();
    }
  }
  throw new Error('no free port was found');
}

/** Resolves when the port is free again, so that this check never collides with the next listener. */
async function listenOnce(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await new Promise((resolve) => server.close(resolve));
}
