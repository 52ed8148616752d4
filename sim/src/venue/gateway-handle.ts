/**
 * A gateway as clients see it: an address that stays while processes come and go behind it, at the end of a network
 * that is slow, loses messages and doubles them.
 */
import type { AccountId, Command } from '@bellwether/engine';
import {
  type Answer,
  asViolation,
  type Call,
  type DeskAnswer,
  type FeedConnection,
  type GatewayView,
  type ReadOutcome,
  type SimGateway,
} from '../world.ts';
import type { HostedGateway, HostedNode, Surroundings } from './parts.ts';

/** Maximum time that a client waits for an answer. */
const ANSWER_MS_MAX = 10_000;

export class GatewayHandle implements SimGateway {
  readonly index: number;
  readonly #world: Surroundings;
  #node: HostedNode | null = null;
  #nextNode: HostedNode | null = null;

  constructor(world: Surroundings, index: number) {
    this.#world = world;
    this.index = index;
  }

  /** The next process is there. Clients of one that still lives may stay with it for a while. */
  nodeStarted(node: HostedNode): void {
    if (node.member !== this.index) return;
    const old = this.#node;
    // The process was replaced before it was up: no client leaves a later one to join it.
    if ([old, this.#nextNode].some((known) => known?.isAlive === true && known.index > node.index)) return;
    if (old?.isAlive !== true) {
      this.#node = node;
      // An earlier process that clients were to join later has ended as well.
      this.#nextNode = null;
      return;
    }
    this.#nextNode = node;
    const stayMs = this.#world.dice.fork(`stay ${this.index} ${node.index}`).fraction() * 5_000;
    this.#world.scheduler.at(this.#world.nowMs + stayMs, () => {
      if (this.#nextNode === node) this.#node = node;
    });
  }

  get #gateway(): HostedGateway | null {
    if (this.#node?.isAlive !== true && this.#nextNode?.isAlive === true) this.#node = this.#nextNode;
    if (this.#node?.isAlive !== true) return null;
    return this.#node.gateway;
  }

  /** The gateway for immediate answers; null while it refuses requests. */
  get #open(): HostedGateway | null {
    const gateway = this.#gateway;
    return gateway?.letsIn() === true ? gateway : null;
  }

  get isUp(): boolean {
    return this.#gateway !== null;
  }

  look(): GatewayView | null {
    return this.#open?.view ?? null;
  }

  view(): GatewayView | null {
    return this.#gateway?.view ?? null;
  }

  submit(command: Command, client = 0): Promise<Answer> {
    const gateway = this.#gateway;
    const node = this.#node;
    const call = this.#called(command, client, node);
    return this.#ask<Answer>(
      `call ${call.id}`,
      isRepeatable(command),
      gateway,
      node,
      (at) => at.submit(command),
      (message) => (message === null ? { kind: 'unreachable' } : { kind: 'unknown', message }),
      (at) => this.#arrivedAgain(command, client, node, at),
    ).then((answer) => this.#answered(call, answer));
  }

  /** A request doubled by the network is a separate call, and its answer goes nowhere. */
  async #arrivedAgain(command: Command, client: number, node: HostedNode | null, at: HostedGateway): Promise<void> {
    const call = this.#called(command, client, node);
    const lost = at.whenLost.then((): Answer => ({ kind: 'unknown', message: 'the connection was lost' }));
    this.#answered(call, await Promise.race([at.submit(command), lost]));
  }

  #called(command: Command, client: number, node: HostedNode | null): Call {
    const world = this.#world;
    const call: Call = {
      id: world.history.length,
      client,
      gateway: this.index,
      node: node?.index ?? -1,
      command,
      calledMs: world.nowMs,
      calledStep: world.step,
      answeredMs: null,
      answeredStep: null,
      answer: null,
    };
    world.history.push(call);
    world.count(`command ${command.kind}`);
    world.trace(`call ${call.id} of ${client} ${command.kind} at ${this.index}`);
    for (const watch of world.watches) watch.called?.(call);
    return call;
  }

  #answered(call: Call, answer: Answer): Answer {
    const world = this.#world;
    call.answer = answer;
    call.answeredMs = world.nowMs;
    call.answeredStep = world.step;
    if (answer.kind === 'refused' && answer.code === 'storage_full') world.cover('disk full while orders come');
    const said = answer.kind === 'outcome' ? answer.outcome.kind : answer.kind;
    if (answer.kind === 'refused') world.count(`refused ${answer.code}`);
    world.count(`answer ${said}`);
    const entry =
      answer.kind === 'outcome' && answer.outcome.kind === 'accepted' ? ` ${answer.outcome.entry.sequence}` : '';
    world.trace(`answer ${call.id} ${said}${entry}`);
    for (const watch of world.watches) watch.answered?.(call);
    return answer;
  }

  place(account: AccountId, apiKey: string, body: unknown, client = 0): Promise<DeskAnswer> {
    const world = this.#world;
    world.count('command placed at the desk');
    world.trace(`placement of ${client} at ${this.index}`);
    return this.#ask<DeskAnswer>(
      'placement',
      true,
      this.#gateway,
      this.#node,
      (at) => at.place(account, apiKey, body),
      (message) => (message === null ? { kind: 'unreachable' } : { kind: 'unknown', message }),
    ).then((answer) => {
      world.count(`desk ${answer.kind}`);
      world.trace(`desk ${answer.kind}`);
      return answer;
    });
  }

  read(name: string, parameters: unknown): Promise<ReadOutcome> {
    return this.#ask<ReadOutcome>(
      `read ${name}`,
      false,
      this.#gateway,
      this.#node,
      (at) => at.read(name, parameters),
      (message) => ({ kind: 'unavailable', message: message ?? 'the gateway is down' }),
    );
  }

  connect(channel: 'market' | 'user' | 'live', client: number): FeedConnection | null {
    return this.#open?.connect(channel, client) ?? null;
  }

  /**
   * Sends a request and returns its answer. `failed` gets the reason if there is no answer; null if the request was
   * never sent.
   */
  #ask<T>(
    what: string,
    mayDouble: boolean,
    gateway: HostedGateway | null,
    node: HostedNode | null,
    work: (gateway: HostedGateway) => Promise<T>,
    failed: (message: string | null) => T,
    /** Handles the request a second time, without an answer. */
    again: (gateway: HostedGateway) => Promise<unknown> = work,
  ): Promise<T> {
    const world = this.#world;
    const { scheduler, faults } = world;
    if (gateway === null || node === null) {
      // Connection refused; the client learns of it a moment later.
      return new Promise((resolve) => world.timers.after(1, () => resolve(failed(null))));
    }
    const { promise, resolve: answer } = Promise.withResolvers<T>();
    const resolve = (value: T): void => {
      giveUp();
      unheard();
      answer(value);
    };
    const giveUp = world.timers.after(ANSWER_MS_MAX, () => resolve(failed('there was no answer in time')));
    const dice = world.requestDice;
    const wayMs = (): number => 0.2 + dice.fraction() * 2;
    const backMs = wayMs();
    const give = (answer: T): void => void world.timers.after(backMs, () => resolve(answer));
    const broken = (error: unknown): void => world.fail(asViolation(error));
    const arrive = (): void => {
      if (!gateway.letsIn()) return give(failed(null));
      void work(gateway).then((answer) => {
        // A process that ends on its own still sends the answers of that moment.
        if ((!node.isAlive && !node.hasGivenUp) || faults.happens('answer_lost', what)) return;
        give(answer);
      }, broken);
    };
    const unheard = gateway.onLost(() => world.timers.after(wayMs(), () => resolve(failed('the connection was lost'))));
    if (!faults.happens('request_lost', what)) {
      const lateMs = faults.happens('request_late', what) ? dice.fraction() * 4_000 : 0;
      const atMs = world.nowMs + wayMs() + lateMs;
      scheduler.at(atMs, arrive, node.process);
      if (mayDouble && faults.happens('request_doubled', what)) {
        world.cover('command done twice at the gateway');
        scheduler.at(
          atMs + dice.fraction() * 2_000,
          () => {
            if (gateway.letsIn()) void again(gateway).catch(broken);
          },
          node.process,
        );
      }
    }
    return promise;
  }
}

/** True if executing the command twice has no further effect. */
function isRepeatable(command: Command): boolean {
  return (
    command.kind === 'PlaceOrder' ||
    command.kind === 'BindAndPlace' ||
    ('request' in command && command.request !== undefined)
  );
}
