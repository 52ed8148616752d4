/**
 * Commands of a node's own gateway on their way to the leader. Without a leader they wait, for a bounded time. Commands
 * that were passed on to a lost leader are answered with `unknown`, because that leader may have carried them out.
 */

import { commandsOf } from '@bellwether/exchange/exchange-service.ts';
import type { ToExchange } from '@bellwether/exchange/messages.ts';
import type { QueuedCommand, SequencedOutcome } from '@bellwether/exchange/sequencer/batch.ts';
import { QUEUE_DEPTH_MAX } from '@bellwether/exchange/sequencer/limits.ts';
import type { Clock } from '@bellwether/ports/runtime.ts';
import type { LeaderLink } from './leader-link.ts';
import { WITHOUT_LEADER_MS_MAX } from './limits.ts';

type Queued = { readonly command: QueuedCommand; readonly sinceMs: number };

export class PassedCommands {
  readonly #tell: (outcomes: readonly SequencedOutcome[]) => void;
  readonly #clock: Clock;
  #link: LeaderLink | null = null;
  #queued: Queued[] = [];
  /** Ids that were passed on and are not answered. */
  readonly #passed = new Set<number>();

  constructor(tell: (outcomes: readonly SequencedOutcome[]) => void, clock: Clock) {
    this.#tell = tell;
    this.#clock = clock;
  }

  submit(message: Extract<ToExchange, { readonly kind: 'commands' }>): void {
    const commands = commandsOf(message);
    if (this.#link !== null) return this.#passOn(commands);
    const sinceMs = this.#clock.monotonicMs();
    for (const command of commands) {
      if (this.#queued.length < QUEUE_DEPTH_MAX) this.#queued.push({ command, sinceMs });
      else this.#release([{ id: command.id, kind: 'busy' }]);
    }
  }

  joined(link: LeaderLink): void {
    this.#link = link;
    this.#passOn(this.takeOut());
  }

  /** Notes the outcomes of passed commands, which are released with their record. */
  answered(outcomes: readonly SequencedOutcome[]): void {
    for (const { id } of outcomes) this.#passed.delete(id);
  }

  /** Notes that the node follows no leader any more. */
  lost(): void {
    this.#link = null;
    this.#release([...this.#passed].map((id) => ({ id, kind: 'unknown' })));
    this.#passed.clear();
  }

  /** Called a few times a second. */
  beat(): void {
    const nowMs = this.#clock.monotonicMs();
    const old = this.#queued.filter(({ sinceMs }) => nowMs - sinceMs > WITHOUT_LEADER_MS_MAX);
    if (old.length === 0) return;
    this.#queued = this.#queued.filter((queued) => !old.includes(queued));
    this.#refuse(old.map(({ command }) => command));
  }

  /** Removes and returns the waiting commands, when this node becomes the leader. */
  takeOut(): readonly QueuedCommand[] {
    const queued = this.#queued;
    this.#queued = [];
    return queued.map(({ command }) => command);
  }

  /** Answers everything that was submitted. */
  stop(): void {
    this.#refuse(this.takeOut());
    this.lost();
  }

  #passOn(commands: readonly QueuedCommand[]): void {
    const taken = commands.slice(0, Math.max(0, QUEUE_DEPTH_MAX - this.#passed.size));
    for (const { id } of taken) this.#passed.add(id);
    this.#link?.pass(taken);
    this.#release(commands.slice(taken.length).map(({ id }) => ({ id, kind: 'busy' })));
  }

  /** Refuses commands that had no effect. */
  #refuse(commands: readonly QueuedCommand[]): void {
    this.#release(commands.map(({ id }) => ({ id, kind: 'no_leader' })));
  }

  #release(outcomes: readonly SequencedOutcome[]): void {
    if (outcomes.length > 0) this.#tell(outcomes);
  }
}
