/** Converts a gateway's answers into the form that rules read. */
import type { ExchangeOutcome } from '@bellwether/server/ports/exchange.ts';
import type { Answer as GatewayAnswer } from '../world.ts';
import type { Answer } from './facts.ts';

export function answerOf(answer: GatewayAnswer): Answer {
  switch (answer.kind) {
    case 'outcome':
      return outcomeOf(answer.outcome);
    case 'refused':
    case 'unreachable':
      return { kind: 'not_done' };
    case 'unknown':
      return { kind: 'unknown' };
  }
}

function outcomeOf(outcome: ExchangeOutcome): Answer {
  switch (outcome.kind) {
    case 'accepted': {
      const { entry, notCanceled } = outcome;
      return { kind: 'accepted', sequence: entry.sequence, events: entry.events, notCanceled };
    }
    case 'reject':
      return { kind: 'reject', code: outcome.code };
    default:
      return outcome;
  }
}
