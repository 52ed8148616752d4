/** Many connections to one venue, each its own: by chance alone they would not all come to the same gateway. */
import { Agent, request as send } from 'node:http';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export class Lines {
  readonly #url: string;
  readonly #agents: readonly Agent[];

  constructor(url: string, count: number) {
    this.#url = url;
    this.#agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  }

  get count(): number {
    return this.#agents.length;
  }

  /** Sends a request over one of the connections, which are numbered round and round. */
  ask(line: number, { method, path, headers = {}, body }: Sent): Promise<Answer> {
    const agent = this.#agents[line % this.count];
    return new Promise((resolve, reject) => {
      const request = send(new URL(path, this.#url), { method, agent, headers: { ...headers } }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
        response.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  get(line: number, path: string): Promise<Answer> {
    return this.ask(line, { method: 'GET', path });
  }

  /** The same request over every connection at the same time. */
  askAll(sent: Sent): Promise<Answer[]> {
    return Promise.all(this.#agents.map((_, line) => this.ask(line, sent)));
  }

  /** For the SDK: each call over the next connection, told to `told` as it was sent. */
  fetch(told: (sent: Sent) => void = () => undefined): typeof fetch {
    let line = 0;
    return async (input, init) => {
      const { pathname, search } = new URL(String(input));
      const headers = Object.fromEntries(new Headers(init?.headers));
      const body = typeof init?.body === 'string' ? { body: init.body } : {};
      const sent = { method: init?.method ?? 'GET', path: pathname + search, headers, ...body };
      told(sent);
      const answer = await this.ask(line++, sent);
      return new Response(answer.text, { status: answer.status, headers: answer.headers as Record<string, string> });
    };
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }
}
