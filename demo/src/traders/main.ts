/**
 * The house traders' process: reads the environment and runs the house until it is told to stop or its parent is gone.
 * It knows the venue only through its public HTTP API.
 *
 * BELLWETHER_URL            base address of the venue
 * BELLWETHER_TRADERS_SEED   seed of wallets and choices; default: the admin token, so that every install differs
 * BELLWETHER_ADMIN_TOKEN    optional: lets the house give its own wallets more play money
 */
import { fstatSync } from 'node:fs';
import { runHouse } from './house.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';
const STDIN = 0;

function setting(name: string): string | null {
  const value = process.env[name]?.trim() ?? '';
  return value === '' ? null : value;
}

/** True if the other end of stdin is a program that can go away. */
function isPiped(): boolean {
  try {
    const stat = fstatSync(STDIN);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}

const stop = new AbortController();
const end = (): void => {
  stop.abort();
  process.exit(0);
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
process.once('disconnect', end);
if (isPiped()) process.stdin.once('end', end).once('close', end).resume();

const adminToken = setting('BELLWETHER_ADMIN_TOKEN');
await runHouse({
  url: setting('BELLWETHER_URL') ?? DEFAULT_URL,
  seed: setting('BELLWETHER_TRADERS_SEED') ?? adminToken ?? 'bellwether',
  adminToken,
  log: (line) => process.stderr.write(`house traders: ${line}\n`),
  signal: stop.signal,
});
