/**
 * A gateway as clients see it: an address that stays while processes come and go behind it, at the end of a network
 * that is slow, loses messages and doubles them.
 */
import type { AccountId, Command } from '@bellwether/engine';
import type { Answer } from '../checks/facts.ts';
import { asViolation } from '../limits.ts';
import type { World } from '../world.ts';
import type { FeedLink } from './feed-link.ts';
import type { DeskAnswer, GatewayView, ReadOutcome } from './hosted.ts';
import type { HostedProcess } from './hosted-process.ts';
import type { NodeGateway } from './node-gateway.ts';

const ANSWER_MS_MAX = 10_000;

/** An answer with the entry that the gateway had reached by then; null if it came from no gateway. */
type Answered = readonly [answer: Answer, sequence: number | null];

interface Request<T> {
  readonly what: string;
  /** True if the network may double the request, because executing it twice has no further effect. */
  readonly mayDouble: boolean;
  readonly work: (gateway: NodeGateway) => Promise<T>;
  /** Handles the request a second time, without an answer. */
  readonly again: (gateway: NodeGateway) => Promise<unknown>;
  /** Answer if there is none; null if the request was never sent. */
  readonly failed: (message: string | null) => T;
}

export class GatewayHandle {
  readonly index: number;
  readonly #world: World;
  #node: HostedProcess | null = null;
  #nextNode: HostedProcess | null = null;

  constructor(world: World, index: number) {
    this.#world = world;
    this.index = index;
  }

  /** The next process is there. Clients of one that still lives may stay with it for a while. */
  nodeStarted(node: HostedProcess): void {
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
    this.#world.timers.after(stayMs, () => {
      if (this.#nextNode === node) this.#node = node;
    });
  }

  get #gateway(): NodeGateway | null {
    if (this.#node?.isAlive !== true && this.#nextNode?.isAlive === true) this.#node = this.#nextNode;
    return this.#node?.isAlive === true ? this.#node.gateway : null;
  }

  /** The gateway for immediate answers; null while it refuses requests. */
  get #open(): NodeGateway | null {
    const gateway = this.#gateway;
    return gateway?.letsIn() === true ? gateway : null;
  }

  /** The view of a request that reads from memory; null while such requests are refused. */
  look(): GatewayView | null {
    return this.#open?.view ?? null;
  }

  view(): GatewayView | null {
    return this.#gateway?.view ?? null;
  }

  /** Never rejects. */
  async submit(command: Command, client = 0): Promise<Answer> {
    const answered = this.#called(command, client);
    const submit = async (at: NodeGateway): Promise<Answered> => [await at.submit(command), at.head.sequence];
    const given = await this.#ask<Answered>({
      what: `call ${command.kind}`,
      mayDouble: hasId(command),
      work: submit,
      again: async (at) => {
        // A doubled request is a separate call, and its answer goes nowhere.
        const answeredAgain = this.#called(command, client);
        const lost = at.whenLost.then((): Answered => [{ kind: 'unknown' }, null]);
        answeredAgain(...(await Promise.race([submit(at), lost])));
      },
      failed: (message) => [message === null ? { kind: 'not_done', code: 'unreachable' } : { kind: 'unknown' }, null],
    });
    answered(...given);
    return given[0];
  }

  /** Places an order through the order desk; `body` as in POST /order. */
  async place(account: AccountId, apiKey: string, body: unknown, client = 0): Promise<DeskAnswer> {
    const world = this.#world;
    world.count('command placed at the desk');
    world.trace(`placement of ${client} at ${this.index}`);
    const place = (at: NodeGateway): Promise<DeskAnswer> => at.place(account, apiKey, body);
    const answer = await this.#ask<DeskAnswer>({
      what: 'placement',
      mayDouble: true,
      work: place,
      again: place,
      failed: (message) => (message === null ? { kind: 'unreachable' } : { kind: 'unknown', message }),
    });
    world.count(`desk ${answer.kind}`);
    world.trace(`desk ${answer.kind}`);
    return answer;
  }

  /** Reads by name, after a bounded wait for everything that this gateway has acknowledged. */
  read(name: string, parameters: unknown): Promise<ReadOutcome> {
    const read = (at: NodeGateway): Promise<ReadOutcome> => at.read(name, parameters);
    return this.#ask<ReadOutcome>({
      what: `read ${name}`,
      mayDouble: false,
      work: read,
      again: read,
      failed: (message) => ({ kind: 'unavailable', message: message ?? 'the gateway is down' }),
    });
  }

  /** Opens a feed connection; null while the gateway is down or has no room for the client. */
  connect(channel: 'market' | 'user' | 'live', client: number): FeedLink | null {
    return this.#open?.connect(channel, client) ?? null;
  }

  /** Reports a call of a command. Returns the function that reports its answer. */
  #called(command: Command, client: number): (...answered: Answered) => void {
    const world = this.#world;
    const view = this.view();
    const node = this.#node?.index ?? -1;
    // A process that was replaced knows only what it has reached.
    const from = world.hasLatest(node) ? null : (view?.head.sequence ?? 0);
    const attempt = world.calls++;
    world.openCalls++;
    world.count(`command ${command.kind}`);
    world.trace(`call ${attempt} of ${client} ${command.kind} at ${this.index}`);
    world.take({ kind: 'called', attempt, client, command, atMs: world.wallMs });
    return (answer, sequence) => {
      world.openCalls--;
      const { kind } = answer;
      world.count(`answer ${kind}`);
      if (kind === 'not_done') world.count(`refused ${answer.code}`);
      world.trace(`answer ${attempt} ${kind}${kind === 'accepted' ? ` ${answer.sequence}` : ''}`);
      const knew = from === null || sequence === null ? null : ([from, sequence] as const);
      const member = world.nodes[node]?.member ?? 0;
      world.take({ kind: 'answered', attempt, answer, atMs: world.wallMs, node, member, knew });
    };
  }

  #ask<T>({ what, mayDouble, work, again, failed }: Request<T>): Promise<T> {
    const world = this.#world;
    const { scheduler, faults } = world;
    const gateway = this.#gateway;
    const node = this.#node;
    const { promise, resolve: answer } = Promise.withResolvers<T>();
    if (gateway === null || node === null) {
      // Connection refused; the client learns of it a moment later.
      world.timers.after(1, () => answer(failed(null)));
      return promise;
    }
    const resolve = (value: T): void => {
      giveUp();
      unheard();
      answer(value);
    };
    const giveUp = world.timers.after(ANSWER_MS_MAX, () => resolve(failed('there was no answer in time')));
    const dice = world.requestDice;
    const wayMs = (): number => 0.2 + dice.fraction() * 2;
    const backMs = wayMs();
    const give = (value: T): void => void world.timers.after(backMs, () => resolve(value));
    const broken = (error: unknown): void => world.fail(asViolation(error));
    const arrive = (): void => {
      if (!gateway.letsIn()) return give(failed(null));
      void work(gateway).then((value) => {
        // A process that ends on its own still sends the answers of that moment.
        if ((!node.isAlive && !node.hasGivenUp) || faults.happens('answer_lost', what)) return;
        give(value);
      }, broken);
    };
    const arriveAgain = (): void => {
      if (gateway.letsIn()) void again(gateway).catch(broken);
    };
    const unheard = gateway.onLost(() => world.timers.after(wayMs(), () => resolve(failed('the connection was lost'))));
    if (faults.happens('request_lost', what)) return promise;
    const lateMs = faults.happens('request_late', what) ? dice.fraction() * 4_000 : 0;
    const atMs = world.nowMs + wayMs() + lateMs;
    scheduler.at(atMs, arrive, node.process);
    if (mayDouble && faults.happens('request_doubled', what)) {
      world.count('command done twice at the gateway');
      scheduler.at(atMs + dice.fraction() * 2_000, arriveAgain, node.process);
    }
    return promise;
  }
}

/** True if the venue recognises a repeat of this command, so that executing it twice has no further effect. */
export const hasId = ({ kind, request }: Command): boolean =>
  kind === 'PlaceOrder' || kind === 'BindAndPlace' || request !== undefined;

/** True if the exchange has decided. */
export const isDecided = (answer: Answer | null): boolean =>
  answer !== null && answer.kind !== 'not_done' && answer.kind !== 'unknown';
