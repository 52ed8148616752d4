/** Runs haproxy and nginx with a file of `deploy/`, in front of local nodes. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimPort } from '@bellwether/postgres-process/ports';
import { Program } from '@bellwether/venue-process/program';
import { eventually } from '@bellwether/venue-process/progress';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export type Kind = 'haproxy' | 'nginx';

export const isInstalled = (program: Kind): boolean => spawnSync(program, ['-v']).error === undefined;

export interface BalancerOptions {
  /** True if haproxy checks the health of nodes, as its file says. Default: true. */
  readonly asksNodes?: boolean;
}

/** Returns the file with local ports and without TLS. Throws unless it has exactly one place for each replacement. */
function fileOf(program: Kind, port: number, nodes: readonly number[], asksNodes: boolean): string {
  const name = program === 'haproxy' ? 'haproxy.cfg' : 'nginx.conf';
  let text = readFileSync(join(DEPLOY, name), 'utf8');
  const replace = (place: RegExp, by: string): void => {
    const found = text.match(new RegExp(place, 'g'))?.length ?? 0;
    if (found !== 1) throw new Error(`${name} has ${found} places of ${place}`);
    text = text.replace(place, by);
  };
  for (const [index, node] of nodes.entries())
    replace(new RegExp(`10\\.0\\.0\\.1${index + 1}:8080`), `127.0.0.1:${node}`);
  if (program === 'haproxy') {
    replace(/bind :443 ssl crt .*/, `bind 127.0.0.1:${port}`);
    if (!asksNodes) replace(/default-server check .*/, '');
  } else {
    replace(/listen 443 ssl;/, `listen 127.0.0.1:${port};`);
    replace(/ssl_certificate .*;/, '');
    replace(/ssl_certificate_key .*;/, '');
  }
  return text;
}

/** Starts a balancer; resolves once it listens. `nodes`: ports of the three nodes that the file names. */
export async function startBalancer(
  program: Kind,
  nodes: readonly number[],
  { asksNodes = true }: BalancerOptions = {},
): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'balancer-'));
  // A balancer that drops root privileges must still reach its files.
  chmodSync(folder, 0o755);
  const file = join(folder, 'configuration');
  const port = await claimPort();
  const text = fileOf(program, port, nodes, asksNodes);
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const around = `daemon off; pid ${folder}/pid; error_log stderr crit;\nevents {}\nhttp { access_log off; ${paths}\n${text}}\n`;
  writeFileSync(file, program === 'haproxy' ? text : around);
  const args = program === 'haproxy' ? ['-db', '-f', file] : ['-p', folder, '-c', file, '-e', 'stderr'];
  const running = new Program([program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const balancer = new Balancer(port, running, folder);
  const listens = eventually(async () => {
    if ((await balancer.ask('/ok')).status === 0) throw new Error(`${program} does not listen`);
  });
  await running.whileRunning(listens);
  return balancer;
}

export interface Answered {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export class Balancer {
  readonly port: number;
  readonly #program: Program;
  readonly #folder: string;

  /** Use `startBalancer`. */
  constructor(port: number, program: Program, folder: string) {
    this.port = port;
    this.#program = program;
    this.#folder = folder;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Sends `GET path` from this local address. Never rejects. */
  ask(path: string, from = '127.0.0.1', headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
    return new Promise((resolve) => {
      const sent = request(
        { host: '127.0.0.1', port: this.port, localAddress: from, path, headers, agent: false },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          const type = response.headers['content-type'] ?? '';
          response.on('end', () => resolve({ status: response.statusCode ?? 0, type, text }));
        },
      );
      sent.on('error', (error) => resolve({ status: 0, type: '', text: error.message })).end();
    });
  }

  async stop(): Promise<void> {
    await this.#program.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
