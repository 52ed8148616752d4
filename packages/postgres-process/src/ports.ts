/** A port for a server that has to be told it before it starts, and that has it again after every restart. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const LOWEST = 15_000;
const ATTEMPTS = 100;

/**
 * A TCP port that nothing listens on now. Below those that the system gives to outgoing connections: one of these could take
 * the port while the server is down. This process holds the UDP port of the same number until it ends, so that no one else
 * who claims a port here is given this one.
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

/** Resolves when the port is free again: who takes it next must not be mistaken for the one that looked. */
async function listenOnce(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await new Promise((resolve) => server.close(resolve));
}
