/** Turns events of the world into facts for the auditor, and starts the examinations once the run is over. */
import { hashState, type State } from '@bellwether/engine';
import type { ExchangeOutcome } from '@bellwether/server/ports/exchange.ts';
import { entriesOfRecord } from '@bellwether/server/record/journal-record.ts';
import type { EndOfRun, Answer as GatewayAnswer, Watch, World } from '../world.ts';
import { auditorOf, type RunAuditor } from './audit.ts';
import { examine } from './examinations/examine.ts';
import type { Answer } from './facts.ts';

/** Entries between two hashes of a follower's whole state. */
const LOOK_EVERY = 256;

export function createChecks(world: World): readonly Watch[] {
  const auditor = auditorOf(world);
  /** Calls sent to a replaced process, with the entry that its gateway had reached by then. */
  const replaced = new Map<number, number>();
  const { log } = auditor;
  const watch: Watch = {
    epoch: ({ epoch }) => auditor.take({ kind: 'epoch', epoch }),
    gone: ({ epoch }) => auditor.take({ kind: 'gone', epoch }),
    durable: ({ record, epoch }) => {
      const { previousHash, payload } = record;
      const entries = entriesOfRecord(record, null);
      auditor.take({ kind: 'logged', epoch, entries, atMs: world.wallMs, previousHash, bytes: payload.length });
    },
    released: ({ batch, epoch }) => {
      for (const outcome of batch.outcomes) {
        if (outcome.kind === 'accepted') auditor.take({ kind: 'released', epoch, sequence: outcome.sequence });
      }
    },
    called: ({ id, client, command, node, gateway }) => {
      if (!world.hasLatest(node)) replaced.set(id, world.gateways[gateway]?.view()?.head.sequence ?? 0);
      auditor.take({ kind: 'called', attempt: id, client, command, atMs: world.wallMs });
    },
    answered: ({ id, node, answer }) => {
      if (answer === null) return;
      const from = replaced.get(id);
      replaced.delete(id);
      const knew = from === undefined || answer.kind !== 'outcome' ? null : ([from, answer.head.sequence] as const);
      const member = world.nodes[node]?.member ?? 0;
      auditor.take({ kind: 'answered', attempt: id, answer: answerOf(answer), atMs: world.wallMs, node, member, knew });
    },
    folded: ({ node, entries, state }) => {
      const last = entries.at(-1);
      if (last === undefined) return;
      const isLook =
        Math.floor((last.sequence - entries.length) / LOOK_EVERY) !== Math.floor(last.sequence / LOOK_EVERY);
      const stateHash = isLook ? hashState(state as State) : null;
      const of = `gateway of node ${node}`;
      auditor.take({ kind: 'state', of, sequence: last.sequence, hash: last.hash, stateHash });
    },
    projected: ({ node, sequence }) =>
      auditor.take({ kind: 'filled', what: `entries in the rows of node ${node}`, size: sequence, bound: log.end }),
    room: ({ epoch, isFull }) => auditor.take({ kind: 'room', epoch, isFull }),
    fault: ({ kind, untilMs }) => {
      const until = untilMs === undefined ? {} : { untilMs: world.wallMs - world.nowMs + untilMs };
      auditor.take({ kind: 'fault', fault: kind, ...until });
    },
    current: ({ node, leads, sequence }) =>
      auditor.take({ kind: 'current', node, leads, sequence, atMs: world.wallMs }),
    end: (end) => finish(end, auditor),
  };
  return [watch];
}

function finish(end: EndOfRun, auditor: RunAuditor): void {
  auditor.take({ kind: 'log', hashes: end.entries.map(({ hash }) => hash) });
  examine(end, auditor);
  auditor.take({ kind: 'ended' });
}

/** A gateway's answer in the form that rules read. */
function answerOf(answer: GatewayAnswer): Answer {
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
