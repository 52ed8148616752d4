/**
 * Decides commands with a request id. A repeat is recognised and has no second effect, and another request under the
 * same key is refused. Each outcome is stored with the id, even if there was nothing to do. A signature that was used
 * under one key has no effect under another.
 */
import type { Command, Stamp } from '../command.ts';
import type { Decision } from '../decision.ts';
import { reject } from '../reject.ts';
import { isSignatureKey, type RequestKept } from '../requests/request.ts';
import type { State } from '../state.ts';

type Decide = (state: Readonly<State>, command: Command, stamp: Stamp) => Decision;

export function decideRequested(state: Readonly<State>, command: Command, stamp: Stamp, decideIt: Decide): Decision {
  const { request } = command;
  if (request === undefined) return decideIt(state, command, stamp);
  const { by, key, hash, signature, part = false } = request;
  const known = state.requests.find(by, key, stamp.timeMs);
  const signed = signature === undefined ? known : state.requests.find(by, signature, stamp.timeMs);
  if ([known, signed].some((other) => other !== null && other.key !== key)) return reject('signature_used');
  if (known !== null && known.hash !== hash) return reject('idempotency_key_used');
  const [sequence] = known?.sequences ?? [];
  if (sequence !== undefined && !part) return { kind: 'repeated', sequence };
  const decision = decideIt(state, command, stamp);
  if (decision.kind !== 'accepted' && decision.kind !== 'unchanged') return decision;
  const { notCanceled } = decision;
  const missed = Object.keys(notCanceled).length > 0;
  const events = decision.kind === 'accepted' ? decision.events : [];
  const idle = events.length === 0;
  // A request identified only by its signature has had no effect here, so it may still have one if it comes again.
  if (idle && isSignatureKey(key) && command.kind !== 'RecordRequest') return decision;
  const said = { ...(idle && { idle: true as const }), ...(missed && { notCanceled }) };
  const named = signature !== undefined && { signature };
  const kept: RequestKept = { kind: 'RequestKept', by, key, hash, ...named, ...said };
  return { kind: 'accepted', events: [...events, kept], notCanceled };
}
