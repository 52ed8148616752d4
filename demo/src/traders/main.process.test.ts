/** The process of the house: it waits for an unreachable venue, and always ends with the process that started it. */
import type { StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Program } from '@bellwether/venue-process/program';
import { afterEach, beforeEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

let asked: Promise<unknown>;
let close: () => void;
let env: NodeJS.ProcessEnv;

// A venue that answers only 503, so that the house keeps waiting.
beforeEach(async () => {
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end('{"error":"not now"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  asked = once(server, 'request');
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  env = { ...process.env, BELLWETHER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});

afterEach(() => close());

/** Starts the process; resolves once it has asked the venue. */
async function waiting(stdio: StdioOptions): Promise<Program> {
  const started = new Program([process.execPath, program], { env, stdio });
  await Promise.race([asked, started.result()]);
  return started;
}

test('house traders: ask the venue, wait, and end with code 0 on SIGTERM', async () =>
  expect((await (await waiting('pipe')).end('SIGTERM')).code).toBe(0));

test('house traders: end when the pipe to their parent closes', async () => {
  const traders = await waiting('pipe');
  traders.child.stdin?.end();
  expect((await traders.result()).code).toBe(0);
});

test('house traders: end when their parent lets go of them', async () => {
  const traders = await waiting(['ignore', 'pipe', 'pipe', 'ipc']);
  traders.child.disconnect();
  expect((await traders.result()).code).toBe(0);
});
