/**
 * `bellwether mcp`: lets a software agent trade, by the Model Context Protocol over stdin and stdout. Without an address
 * it trades on a sandbox of its own, which ends with it.
 */
import { readFileSync } from 'node:fs';
import { createClient, createSigner, InvalidInputError } from '@bellwether/sdk';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { startOwnSandbox } from './own-sandbox.ts';
import { addTools } from './tools.ts';

/** Play money of an agent in its own sandbox. */
const SANDBOX_BALANCE = '1000';
/** An hour of a busy market takes seconds to play, and more on a busy machine. */
const TIMEOUT_MS = 600_000;

export interface McpOptions {
  /** Address of a venue that runs; undefined for a sandbox of its own. */
  readonly url?: string | undefined;
  /** File with a private key of 32 bytes in hex; a new key by default. */
  readonly keyFile?: string | undefined;
  /** Scenario of the sandbox; `news-shock` by default. */
  readonly scenario?: string | undefined;
  /** Version of the program. */
  readonly version: string;
  /** Words that start the program again: it runs the sandbox. */
  readonly self: readonly string[];
  /** A new private key in hex. */
  newKey(): string;
}

/** Serves an agent until it closes stdin. Throws `InvalidInputError` for a key that is none. */
export async function runMcp(options: McpOptions): Promise<void> {
  const { url, keyFile, scenario = 'news-shock', version, self } = options;
  const signer = createSigner(keyFile === undefined ? options.newKey() : readKey(keyFile));
  const sandbox = url === undefined ? await startOwnSandbox(self, scenario) : null;
  try {
    const client = createClient({
      baseUrl: url ?? sandbox?.url ?? '',
      account: { signer },
      timeoutMs: TIMEOUT_MS,
      ...(sandbox !== null && { adminToken: sandbox.adminToken }),
    });
    if (sandbox !== null) await openAccount(client, signer.address);
    const server = new McpServer({ name: 'bellwether', version });
    addTools(server, client, sandbox !== null);
    const closed = Promise.withResolvers<void>();
    server.server.onclose = closed.resolve;
    process.stdin.once('end', () => void server.close());
    await server.connect(new StdioServerTransport());
    await closed.promise;
  } finally {
    await sandbox?.stop();
  }
}

async function openAccount(client: ReturnType<typeof createClient>, wallet: string): Promise<void> {
  await client.auth.credentials();
  await client.admin.deposit({ wallet, amount: SANDBOX_BALANCE });
}

function readKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim();
  if (/^(?:0x)?[0-9a-fA-F]{64}$/.test(key)) return key.startsWith('0x') ? key : `0x${key}`;
  throw new InvalidInputError(`${file} must hold a private key of 64 hexadecimal digits`);
}
