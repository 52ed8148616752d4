/**
 * How gateways in threads of one process ask each other, and their starter, what only one of them knows. Each has a way to
 * the first gateway, which passes on what is for another one. For what is rare: what every request needs is in memory that
 * all share.
 */
import type { CatalogId } from '@bellwether/engine';
import type { LaterAnswer } from '../../auth/used-signatures.ts';
import type { Followed } from '../../feed/elsewhere.ts';
import type { GatewayTally } from '../../ops/gateway-tally.ts';
import type { JournalHead } from '../../ports/journal.ts';
import type { VenueFigures } from '../../ports/metrics.ts';
import type { AskerBill, Encoding, ReadAnswer } from '../../ports/reader.ts';
import { type PlainError, reviveError, toPlainError } from './plain-error.ts';

/** By name: what is asked, and what is answered. */
export interface Questions {
  /** Of a gateway by its starter: to recover, to listen at a port, to stop. */
  readonly recover: readonly [{ readonly until: number | null }, JournalHead];
  readonly open: readonly [null, null];
  readonly listen: readonly [{ readonly port: number; readonly connectionsMax: number }, null];
  readonly stop: readonly [null, null];
  /** Of the first gateway. */
  readonly failed: readonly [string, null];
  readonly read: readonly [RemoteRead, ReadAnswer | null];
  readonly metrics: readonly [null, { readonly body: string; readonly contentType: string }];
  readonly figures: readonly [null, VenueFigures];
  /** Of any gateway. */
  readonly tally: readonly [null, GatewayTally];
  readonly firstAnswer: readonly [
    { readonly isSignIn: boolean; readonly timestamp: number; readonly id: string },
    LaterAnswer,
  ];
  readonly holdTexts: readonly [readonly CatalogId[], null];
  readonly releaseTexts: readonly [null, null];
  readonly follow: readonly [{ readonly from: number; readonly followed: Followed; readonly isOn: boolean }, null];
  readonly listenedTo: readonly [null, readonly Followed[]];
}

/** A read for another gateway's client. */
export interface RemoteRead {
  readonly name: string;
  readonly parameters: unknown;
  /** What it has to show at least. */
  readonly sequence: number;
  readonly asker: {
    readonly client: string;
    readonly units: number;
    readonly encoding: Encoding | null;
    readonly bill: AskerBill | null;
  } | null;
}

type QuestionName = keyof Questions;
type Handlers = { [Name in QuestionName]?: (value: Questions[Name][0]) => Promise<Questions[Name][1]> };

export type LinkMessage = { readonly from: number; readonly to: number; readonly id: number } & (
  | { readonly kind: 'ask'; readonly name: QuestionName; readonly value: unknown }
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: PlainError }
);

type Send = (message: LinkMessage, memory: readonly ArrayBuffer[]) => void;

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export class GatewayLink {
  /** Number of this gateway. */
  readonly gateway: number;
  readonly #send: Send;
  readonly #handlers: Handlers = {};
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;

  constructor(gateway: number, send: Send) {
    this.gateway = gateway;
    this.#send = send;
  }

  /** Answers a question from now on. */
  handle<Name extends QuestionName>(
    name: Name,
    handler: (value: Questions[Name][0]) => Promise<Questions[Name][1]>,
  ): void {
    Object.assign(this.#handlers, { [name]: handler });
  }

  /** Rejects with what the handler there threw. */
  ask<Name extends QuestionName>(to: number, name: Name, value: Questions[Name][0]): Promise<Questions[Name][1]> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ kind: 'ask', from: this.gateway, to, id, name, value }, []);
    });
  }

  /** Takes what has arrived: passes it on, answers it, or hands it to the one who asked. */
  take(message: LinkMessage): void {
    if (message.to !== this.gateway) return this.#send(message, memoryOf(message));
    if (message.kind === 'ask') return void this.#answer(message);
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.value as never);
    else waiting?.reject(reviveError(message.error));
  }

  async #answer({ from, id, name, value }: LinkMessage & { readonly kind: 'ask' }): Promise<void> {
    const back = { from: this.gateway, to: from, id };
    try {
      const handler = this.#handlers[name] as ((value: unknown) => Promise<unknown>) | undefined;
      if (handler === undefined) throw new Error(`gateway ${this.gateway} cannot answer ${name}`);
      const message: LinkMessage = { ...back, kind: 'answer', value: await handler(value) };
      this.#send(message, memoryOf(message));
    } catch (error) {
      this.#send({ ...back, kind: 'error', error: toPlainError(error) }, []);
    }
  }
}

/** The bytes of a read go along; a part of larger memory is copied. */
function memoryOf(message: LinkMessage): readonly ArrayBuffer[] {
  if (message.kind !== 'answer') return [];
  const { body } = (message.value ?? {}) as { readonly body?: unknown };
  if (!(body instanceof Uint8Array) || !(body.buffer instanceof ArrayBuffer)) return [];
  return body.byteLength === body.buffer.byteLength ? [body.buffer] : [];
}
