/** `bellwether mcp`: lets a software agent trade, by the Model Context Protocol over stdin and stdout. */
import { createClient, createSigner } from '@bellwether/sdk';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { addTools } from './tools.ts';

/** Play money of an agent in its own sandbox. */
const SANDBOX_BALANCE = '1000';
/** An hour of a busy market takes seconds to play, and more on a busy machine. */
const TIMEOUT_MS = 600_000;

export interface McpOptions {
  readonly url: string;
  /** Token of the agent's own sandbox, whose time it may move; null at any other venue. */
  readonly adminToken: string | null;
  /** Private key of the agent's wallet: 32 bytes in hex. */
  readonly key: string;
  readonly version: string;
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
}

/** Serves an agent until it closes stdin, or until the process is asked to stop. */
export async function runMcp({ url, adminToken, key, version, stopped }: McpOptions): Promise<void> {
  const signer = createSigner(key);
  const client = createClient({
    baseUrl: url,
    account: { signer },
    timeoutMs: TIMEOUT_MS,
    ...(adminToken !== null && { adminToken }),
  });
  if (adminToken !== null) await openAccount(client, signer.address);
  const server = new McpServer({ name: 'bellwether', version });
  addTools(server, client, adminToken !== null);
  const closed = Promise.withResolvers<void>();
  server.server.onclose = closed.resolve;
  process.stdin.once('end', closed.resolve);
  await server.connect(new StdioServerTransport());
  await Promise.race([closed.promise, stopped]);
  await server.close();
}

async function openAccount(client: ReturnType<typeof createClient>, wallet: string): Promise<void> {
  await client.auth.credentials();
  await client.admin.deposit({ wallet, amount: SANDBOX_BALANCE });
}
