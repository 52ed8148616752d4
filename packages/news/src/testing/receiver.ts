/** A real receiver of hooks, which checks every signature with the public library. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Receiver {
  readonly url: string;
  /** Bodies by `webhook-id`. A repeat with another body is an error. */
  readonly received: ReadonlyMap<string, { readonly type: string; readonly data: { readonly title: string } }>;
  readonly errors: readonly string[];
  /** Titles, sorted. */
  titles(): string[];
  secret: string;
  close(): void;
}

export async function openReceiver(): Promise<Receiver> {
  const received = new Map<string, { type: string; data: { title: string } }>();
  const errors: string[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      try {
        const told = new Webhook(receiver.secret).verify(body, request.headers as Record<string, string>);
        const before = received.get(id);
        if (before !== undefined && JSON.stringify(before) !== body) errors.push(`${id} changed`);
        received.set(id, told as never);
      } catch (error) {
        errors.push(String(error));
      }
      reply.end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ...{ received, errors, secret: '' },
    titles: () => [...received.values()].map(({ data }) => data.title).sort(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
