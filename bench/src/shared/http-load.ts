/**
 * A closed-loop HTTP/1.1 load generator over keep-alive sockets, as cheap as it can be made: requests are finished bytes,
 * answers are scanned for status and length only. It shares the machine with what it measures.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Finished bytes of the next request, or null when there are no more. */
export type NextRequest = () => Buffer | null;

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly next: NextRequest;
  /** Stop after this long even when there are requests left. */
  readonly secondsMax: number;
  /** Loopback address to come from, where one client must not be another. */
  readonly from?: string;
  /** Connections that are open already, and are used instead; they are ended. */
  readonly sockets?: readonly Socket[];
}

const HEADER_END = Buffer.from('\r\n\r\n');

/** Runs until the requests or the time are used up. Rejects when a connection breaks. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const started = performance.now();
  const deadline = started + options.secondsMax * 1000;
  const clients = Array.from({ length: options.connections }, (_, client) =>
    runClient(options, client, deadline, latencies, statuses),
  );
  await Promise.all(clients);
  const seconds = (performance.now() - started) / 1000;
  return { requests: latencies.length, seconds, latenciesMs: latencies, statuses };
}

function runClient(
  options: LoadOptions,
  client: number,
  deadline: number,
  latencies: number[],
  statuses: Map<number, number>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const open = options.sockets?.[client];
  const socket = open ?? connect({ port: options.port, host: '127.0.0.1', noDelay: true });
  let sentAt = 0;
  let pending: Buffer = Buffer.alloc(0);
  const send = (): void => {
    const request = performance.now() < deadline ? options.next() : null;
    if (request === null) {
      socket.end();
      resolve();
      return;
    }
    sentAt = performance.now();
    socket.write(request);
  };
  socket.on('connect', send);
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('the server closed a connection')));
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const answer = completeAnswer(pending);
    if (answer === null) return;
    pending = pending.subarray(answer.length);
    latencies.push(performance.now() - sentAt);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    send();
  });
  if (open !== undefined) send();
  return promise;
}

export interface PacedOptions extends LoadOptions {
  readonly perSecond: number;
}

/**
 * An open loop: requests are due at a fixed rate, and latency counts from when a request was due, not from when a
 * connection was free for it, so that a stall is not hidden by the requests it kept back.
 */
export async function runPaced(options: PacedOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const started = performance.now();
  let issued = 0;
  const dueAt = (index: number): number => started + (index * 1000) / options.perSecond;
  const clients = Array.from({ length: options.connections }, async () => {
    const connection = await openConnection(options.port, options.from);
    for (;;) {
      const due = dueAt(issued++);
      if (due > started + options.secondsMax * 1000) break;
      const request = options.next();
      if (request === null) break;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const status = await connection.exchange(request);
      latencies.push(performance.now() - due);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    connection.close();
  });
  await Promise.all(clients);
  return {
    requests: latencies.length,
    seconds: (performance.now() - started) / 1000,
    latenciesMs: latencies,
    statuses,
  };
}

export interface Connection {
  /** Sends one request and resolves to the status of its answer. */
  exchange(request: Buffer): Promise<number>;
  /** False once either side has ended it. */
  readonly isOpen: boolean;
  close(): void;
}

/** A keep-alive connection of its own. */
export async function openConnection(port: number, from = '127.0.0.1'): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
  await once(socket, 'connect');
  let waiting: PromiseWithResolvers<number> | null = null;
  let head: Buffer = Buffer.alloc(0);
  let answer: AnswerHead | null = null;
  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    // Bodies are counted and not kept: putting megabytes together would take the machine from what is measured.
    if (answer === null) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      answer = answerHead(head);
    }
    if (answer === null || received < answer.length || waiting === null) return;
    const { resolve } = waiting;
    const { status } = answer;
    waiting = null;
    answer = null;
    head = Buffer.alloc(0);
    received = 0;
    resolve(status);
  });
  // It is followed by 'close'.
  socket.on('error', () => undefined);
  socket.on('close', () => waiting?.reject(new Error('the server closed a connection')));
  return {
    exchange(request) {
      if (socket.destroyed) return Promise.reject(new Error('the server closed a connection'));
      waiting = Promise.withResolvers<number>();
      socket.write(request);
      return waiting.promise;
    },
    get isOpen() {
      return socket.writable && !socket.readableEnded;
    },
    close: () => void socket.end(),
  };
}

interface AnswerHead {
  readonly status: number;
  /** Of the whole answer, in bytes. */
  readonly length: number;
}

/** Status and length of the first answer in `bytes`, or null while its head is not complete. */
function answerHead(bytes: Buffer): AnswerHead | null {
  const headerEnd = bytes.indexOf(HEADER_END);
  if (headerEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headerEnd);
  const match = /\r\ncontent-length: *([0-9]+)/i.exec(head);
  return { status: Number(head.slice(9, 12)), length: headerEnd + 4 + Number(match?.[1] ?? 0) };
}

/** The same once all of it is there. */
function completeAnswer(bytes: Buffer): AnswerHead | null {
  const answer = answerHead(bytes);
  return answer === null || bytes.length < answer.length ? null : answer;
}

/** A load of these requests, one after the other. */
export function queueOf(requests: readonly Buffer[]): () => Buffer | null {
  let at = 0;
  return () => requests[at++] ?? null;
}
