/** A port for a server that is to have it again after every restart. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const LOWEST = 15_000;
const ATTEMPTS = 100;

/**
 * One that nothing listens on now. Below those that the system gives to outgoing connections: one of these could take
 * the port while the server is down.
 */
export async function freePort(): Promise<number> {
  const end = Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = end > LOWEST ? randomInt(LOWEST, end) : randomInt(LOWEST, 65_536);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port was found');
}

/** Resolves when it is free again: who takes it next must not be mistaken for the one that looked. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
  } catch {
    return false;
  }
  const closed = once(server, 'close');
  server.close();
  await closed;
  return true;
}
