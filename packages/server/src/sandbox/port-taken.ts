/** Checks for ports that other servers use. */
import { existsSync, readFileSync } from 'node:fs';

/** True if a listener could not be opened because another one has its port. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'EADDRINUSE';

/**
 * True if the machine has a socket at a port, at any of its addresses. A restarting server leaves connections there
 * that do not keep others from listening. False where `/proc` is not available.
 */
export function hasSockets(port: number): boolean {
  const local = new RegExp(`^ *\\d+: [0-9A-F]+:${port.toString(16).toUpperCase().padStart(4, '0')} `, 'm');
  return ['/proc/net/tcp', '/proc/net/tcp6'].some(
    (file) => existsSync(file) && local.test(readFileSync(file, 'latin1')),
  );
}
