/**
 * Commands of a node's own gateway on their way to the node that leads. Without a leader they wait for one, for a bounded time.
 * Those that were passed on to one that is lost are answered with `unknown`: that leader may have carried them out.
 */
import { commandsOf } from '../exchange/gateway-channel.ts';
import type { ToExchange } from '../exchange/messages.ts';
import type { Clock } from '../ports/runtime.ts';
import type { SequencedOutcome } from '../sequencer/batch.ts';
import type { QueuedCommand } from '../sequencer/command-queue.ts';
import { QUEUE_DEPTH_MAX } from '../sequencer/limits.ts';
import type { LeaderLink } from './leader-link.ts';
import { WITHOUT_LEADER_MS_MAX } from './limits.ts';

interface Queued {
  readonly command: QueuedCommand;
  readonly sinceMs: number;
}

export class PassedCommands {
  readonly #tell: (outcomes: readonly SequencedOutcome[]) => void;
  readonly #clock: Clock;
  #link: LeaderLink | null = null;
  #queued: Queued[] = [];
  /** What was passed on and is not answered. */
  readonly #passed = new Set<number>();

  constructor(tell: (outcomes: readonly SequencedOutcome[]) => void, clock: Clock) {
    this.#tell = tell;
    this.#clock = clock;
  }

  /** Of the node's gateway. */
  submit(message: Extract<ToExchange, { readonly kind: 'commands' }>): void {
    const commands = commandsOf(message);
    if (this.#link !== null) return this.#passOn(commands);
    const sinceMs = this.#clock.monotonicMs();
    for (const command of commands) {
      if (this.#queued.length < QUEUE_DEPTH_MAX) this.#queued.push({ command, sinceMs });
      else this.#release([{ id: command.id, kind: 'busy' }]);
    }
  }

  /** It follows from now on. */
  joined(link: LeaderLink): void {
    this.#link = link;
    this.#passOn(this.takeOut());
  }

  /** Outcomes of what was passed on, which are released with their record. */
  answered(outcomes: readonly SequencedOutcome[]): void {
    for (const { id } of outcomes) this.#passed.delete(id);
  }

  /** It follows no one any more. */
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

  /** What waits, for this node leads now. */
  takeOut(): readonly QueuedCommand[] {
    const queued = this.#queued;
    this.#queued = [];
    return queued.map(({ command }) => command);
  }

  /** Everything that was submitted is answered. */
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

  /** Nothing came of them. */
  #refuse(commands: readonly QueuedCommand[]): void {
    this.#release(commands.map(({ id }) => ({ id, kind: 'no_leader' })));
  }

  #release(outcomes: readonly SequencedOutcome[]): void {
    if (outcomes.length > 0) this.#tell(outcomes);
  }
}
