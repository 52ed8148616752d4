/**
 * Submits the commands of a request, under its `Idempotency-Key` if it has one. If the request was carried out before,
 * the command is a no-op and the outcome is the first one, as recorded in the journal.
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

/** Submits the only command of a request. Throws the errors of `Exchange.submit` and `History.entry`. */
export async function submitOnce(submits: Submits, request: FastifyRequest, command: Command): Promise<FirstOutcome> {
  const { keyed } = request;
  if (keyed === null) return notRepeated(await submits.exchange.submit(command));
  const before = await firstOutcome(submits, request);
  if (before !== null) return before;
  const outcome = await submits.exchange.submit({ ...command, request: keyed.id });
  if (outcome.kind !== 'repeated') return outcome;
  // Another node was faster.
  return acceptedOf(await submits.history.entry(outcome.sequence, askerOf(request)));
}

/**
 * The first outcome of a repeated request; null if this is the first. For requests that cannot be interpreted a second
 * time.
 */
export async function firstOutcome({ history }: Submits, request: FastifyRequest): Promise<Accepted | null> {
  const [sequence] = request.keyed?.kept?.sequences ?? [];
  return sequence === undefined ? null : acceptedOf(await history.entry(sequence, askerOf(request)));
}

/** Submits one of several commands of a request, each of which is a no-op the second time. */
export async function submitPart(
  { exchange }: Submits,
  id: RequestId | undefined,
  command: Command,
): Promise<FirstOutcome> {
  return notRepeated(await exchange.submit(partOf(id, command)));
}

/** Marks a command as one of several of its request. */
export function partOf(id: RequestId | undefined, command: Command): Command {
  return id === undefined ? command : { ...command, request: { ...id, part: true } };
}

/** Records the key of a request that has nothing to do, so that a late repeat does nothing either. */
export async function recordRequest(submits: Submits, keyed: { readonly id: RequestId } | null): Promise<void> {
  if (keyed !== null && !isSignatureKey(keyed.id.key))
    await submits.exchange.submit({ kind: 'RecordRequest', request: keyed.id });
}

/**
 * Does the same for a request that was carried out before under another key or none. Its answer is known, and must not
 * be lost because a full disk cannot record the key.
 */
export async function recordDone(submits: Submits, keyed: Pick<FastifyRequest, 'keyed'>['keyed']): Promise<void> {
  if (keyed === null || keyed.kept !== null) return;
  await recordRequest(submits, keyed).catch((error: unknown) => {
    if (!(error instanceof StorageFull)) throw error;
  });
}

/** The outcome that a journal entry represents. */
export function acceptedOf(entry: ChainedEntry): Accepted {
  const kept = entry.events.find((event) => event.kind === 'RequestKept');
  return { kind: 'accepted', entry, notCanceled: kept?.notCanceled ?? {} };
}

/** The outcome of a command that is idempotent by itself and so never counts as repeated. Throws if it does. */
export function notRepeated(outcome: ExchangeOutcome): FirstOutcome {
  if (outcome.kind === 'repeated') throw new Error('a command without a request was repeated');
  return outcome;
}
