/** A bare Fastify server as a process of its own, to be measured against. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface BareServer {
  readonly port: number;
  readonly pid: number;
  stop(): void;
}

/** Starts `program`, which prints its URL once it listens. */
export async function startBare(program: URL, args: readonly string[] = []): Promise<BareServer> {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(new URL(chunk.toString().trim()).port);
  return { port, pid: child.pid ?? 0, stop: () => void child.kill() };
}
