/**
 * Submits what a request asks for, under its `Idempotency-Key` where it came with one: carried out before, the command
 * does nothing and the outcome is the first one, as the journal has it.
 */
import { type Command, isSignatureKey, type RequestId } from '@bellwether/engine';
import type { FastifyRequest } from 'fastify';
import { type Accepted, type Exchange, type ExchangeOutcome, type Repeated, StorageFull } from '../ports/exchange.ts';
import type { History } from '../ports/history.ts';
import type { ChainedEntry } from '../ports/journal.ts';
import { askerOf } from './plugins/work.ts';

export interface Submits {
  readonly exchange: Exchange;
  readonly history: History;
}

export type FirstOutcome = Exclude<ExchangeOutcome, Repeated>;

/** For requests that make one command. Throws what `Exchange.submit` and `History.entry` throw. */
export async function submitOnce(submits: Submits, request: FastifyRequest, command: Command): Promise<FirstOutcome> {
  const { keyed } = request;
  if (keyed === null) return notRepeated(await submits.exchange.submit(command));
  const before = await firstOutcome(submits, request);
  if (before !== null) return before;
  const outcome = await submits.exchange.submit({ ...command, request: keyed.id });
  if (outcome.kind !== 'repeated') return outcome;
  // Another node was quicker.
  return acceptedOf(await submits.history.entry(outcome.sequence, askerOf(request)));
}

/** What a repeated request did the first time; null when this is the first. For what cannot be read again from the request. */
export async function firstOutcome({ history }: Submits, request: FastifyRequest): Promise<Accepted | null> {
  const [sequence] = request.keyed?.kept?.sequences ?? [];
  return sequence === undefined ? null : acceptedOf(await history.entry(sequence, askerOf(request)));
}

/** For requests that make several commands, each of which does nothing a second time. */
export async function submitPart(
  { exchange }: Submits,
  id: RequestId | undefined,
  command: Command,
): Promise<FirstOutcome> {
  return notRepeated(await exchange.submit(partOf(id, command)));
}

/** A command as one of several of its request. */
export function partOf(id: RequestId | undefined, command: Command): Command {
  return id === undefined ? command : { ...command, request: { ...id, part: true } };
}

/** Remembers the key that a request brought and that finds nothing to do, so that a late repeat does nothing either. */
export async function recordRequest(submits: Submits, keyed: { readonly id: RequestId } | null): Promise<void> {
  if (keyed !== null && !isSignatureKey(keyed.id.key))
    await submits.exchange.submit({ kind: 'RecordRequest', request: keyed.id });
}

/**
 * The same for what was done before under another key or none: its answer is known, and is not lost because there is no
 * room to remember the key.
 */
export async function recordDone(submits: Submits, keyed: Pick<FastifyRequest, 'keyed'>['keyed']): Promise<void> {
  if (keyed === null || keyed.kept !== null) return;
  await recordRequest(submits, keyed).catch((error: unknown) => {
    if (!(error instanceof StorageFull)) throw error;
  });
}

/** An entry of the journal as the outcome that it was. */
export function acceptedOf(entry: ChainedEntry): Accepted {
  const kept = entry.events.find((event) => event.kind === 'RequestKept');
  return { kind: 'accepted', entry, notCanceled: kept?.notCanceled ?? {} };
}

/** The outcome of a command that does nothing a second time, by which it is not repeated. Throws when it is all the same. */
export function notRepeated(outcome: ExchangeOutcome): FirstOutcome {
  if (outcome.kind === 'repeated') throw new Error('a command without a request was repeated');
  return outcome;
}
