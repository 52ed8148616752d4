/**
 * What the gateways of a node that follows ask of the one that leads. Without a leader questions wait for one, for a bounded time;
 * those that were passed on to one that is lost are replied so that nothing comes of them, since a question does nothing by itself.
 */
import type { GatewayChannels } from '../exchange/gateway-channels.ts';
import type { Asked, Replied, Reply, ToldUse } from '../ports/leader-questions.ts';
import type { Clock } from '../ports/runtime.ts';
import type { CountedAtLeader, LeaderLink } from './leader-link.ts';
import { QUESTIONS_OPEN_MAX, WITHOUT_LEADER_MS_MAX } from './limits.ts';
import { OpenQuestions } from './open-questions.ts';

interface Queued {
  readonly gateway: number;
  readonly asked: Asked;
  readonly sinceMs: number;
}

export class PassedQuestions implements CountedAtLeader {
  readonly #gateways: GatewayChannels;
  readonly #clock: Clock;
  readonly #open = new OpenQuestions();
  /** Signatures that a leader has found unused which is lost, until it is said what became of them. */
  readonly #usedUnderLost = new Set<number>();
  #link: LeaderLink | null = null;
  #queued: Queued[] = [];
  /** A leader has told of all signatures that something was done with since it welcomed this node. */
  #isTold = false;
  #unknownUntil = 0;
  #toldUntil = 0;

  constructor(gateways: GatewayChannels, clock: Clock) {
    this.#gateways = gateways;
    this.#clock = clock;
  }

  /** What was used before is not known here. */
  welcomed(usedUntil: number): void {
    this.#isTold = true;
    this.#unknownUntil = Math.max(this.#unknownUntil, usedUntil);
  }

  used(uses: readonly ToldUse[]): void {
    for (const { timestamp } of uses) this.#toldUntil = Math.max(this.#toldUntil, timestamp);
    this.#gateways.tellAll({ kind: 'used', uses });
  }

  /** Something is durable that has not come over a link, nor what signatures it was done with. */
  missed(): void {
    this.#isTold = false;
  }

  /** Unix seconds: signatures up to it may have been used for something without this node knowing of it, if it leads now. */
  get unknownUntil(): number {
    return this.#isTold ? this.#unknownUntil : Math.max(this.#unknownUntil, Math.floor(this.#clock.wallMs() / 1000));
  }

  /** Of those that are known, the latest. */
  get toldUntil(): number {
    return this.#toldUntil;
  }

  /**
   * Whether what a gateway submits may be what a signature is used for that only a leader knows of which is lost: another one might
   * let it be used again.
   */
  holdsBack(gateway: number): boolean {
    return this.#usedUnderLost.values().some((number) => this.#gateways.gatewayOf(number) === gateway);
  }

  /** A gateway asks. */
  take(gateway: number, asked: readonly Asked[]): void {
    for (const { id, what } of asked)
      if (what.kind === 'answered' || what.kind === 'forgotten')
        this.#usedUnderLost.delete(this.#gateways.numberOf(gateway, id));
    if (this.#link !== null) return this.#pass(asked.map((each) => this.#numbered(gateway, each)));
    const sinceMs = this.#clock.monotonicMs();
    for (const each of asked) {
      const { kind } = each.what;
      if (kind === 'left') this.#queued = this.#queued.filter((queued) => !isSame(queued, gateway, each));
      // What became of a signature is told to the leader under which it was used, and to no other one.
      else if (kind !== 'answered' && kind !== 'forgotten') this.#queue({ gateway, asked: each, sinceMs });
    }
  }

  /** It follows from now on. */
  joined(link: LeaderLink): void {
    this.#link = link;
    const queued = this.#queued;
    this.#queued = [];
    this.#pass(queued.map(({ gateway, asked }) => this.#numbered(gateway, asked)));
  }

  replied(replied: readonly Replied[]): void {
    this.#reply(replied.filter((each) => this.#open.reply(each)));
  }

  /** It follows no one any more. */
  lost(): void {
    this.#link = null;
    const { waiting, used } = this.#open.giveUp();
    for (const number of used) this.#usedUnderLost.add(number);
    this.#refuse(waiting, 'no_leader');
  }

  /** Called a few times a second. */
  beat(): void {
    const sinceMs = this.#clock.monotonicMs() - WITHOUT_LEADER_MS_MAX;
    const old = this.#queued.filter((queued) => queued.sinceMs < sinceMs);
    if (old.length === 0) return;
    this.#queued = this.#queued.filter((queued) => queued.sinceMs >= sinceMs);
    this.#refuse(
      old.map(({ gateway, asked }) => this.#numbered(gateway, asked).id),
      'no_leader',
    );
  }

  /** What waits, for this node leads now, or stops. */
  takeOut(): readonly { readonly gateway: number; readonly asked: readonly Asked[] }[] {
    const queued = this.#queued;
    this.#queued = [];
    return queued.map(({ gateway, asked }) => ({ gateway, asked: [asked] }));
  }

  stop(): void {
    this.lost();
    this.#refuse(
      this.#queued.map(({ gateway, asked }) => this.#numbered(gateway, asked).id),
      'no_leader',
    );
    this.#queued = [];
  }

  #queue(queued: Queued): void {
    if (this.#queued.length < QUESTIONS_OPEN_MAX) this.#queued.push(queued);
    else this.#refuse([this.#numbered(queued.gateway, queued.asked).id], 'busy');
  }

  #pass(asked: readonly Asked[]): void {
    const busy: number[] = [];
    const on = asked.filter((each) => {
      const way = this.#open.ask(each);
      if (way === 'busy') busy.push(each.id);
      return way === 'on';
    });
    this.#link?.ask(on);
    this.#refuse(busy, 'busy');
  }

  #refuse(ids: readonly number[], kind: 'busy' | 'no_leader'): void {
    const reply: Reply = { kind };
    this.#reply(ids.map((id) => ({ id, reply })));
  }

  /** Each to the gateway that has asked. */
  #reply(replied: readonly Replied[]): void {
    const byGateway = Map.groupBy(replied, ({ id }) => this.#gateways.gatewayOf(id));
    for (const [gateway, own] of byGateway) {
      const told = own.map(({ id, reply }) => ({ id: this.#gateways.idOf(id), reply }));
      this.#gateways.tell(gateway, { kind: 'replied', replied: told });
    }
  }

  #numbered(gateway: number, { id, what }: Asked): Asked {
    return { id: this.#gateways.numberOf(gateway, id), what };
  }
}

const isSame = (queued: Queued, gateway: number, { id }: Asked): boolean =>
  queued.gateway === gateway && queued.asked.id === id;
