/**
 * What a gateway of a node of several has to do with the one that leads, by the channel to its exchange: what it asks, all of one
 * turn in one message, and, at the node that leads, what others ask of it. What is not replied to in time is as good as not asked.
 */
import type {
  Afterword,
  Asked,
  Asking,
  LeaderQuestions,
  Question,
  QuestionDesk,
  Replied,
  Reply,
  ToldUse,
} from '../ports/leader-questions.ts';
import type { NodeStanding } from '../ports/nodes.ts';
import type { Timers } from '../ports/runtime.ts';
import { USED_ROUNDS_MAX } from './limits.ts';
import type { FromExchange, ToExchange } from './messages.ts';

export interface QuestionsOptions {
  readonly timers: Pick<Timers, 'soon'>;
  readonly send: (message: ToExchange) => void;
  readonly standing: () => NodeStanding | null;
}

export class Questions implements LeaderQuestions {
  readonly #options: QuestionsOptions;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #unsent: Asked[] = [];
  /** Signatures that are used, of which nothing has been sent yet. */
  #untold: ToldUse[] = [];
  #nextId = 0;
  /** Those below had no reply when it was looked last. */
  #oldBelow = 0;
  #desk: QuestionDesk | null = null;
  #note: (use: ToldUse) => boolean = () => false;
  #missedUntil = 0;
  /** Signatures of which it is not said yet what became, and in which round of `giveUpOld` they were found unused. */
  readonly #used = new Map<number, number>();
  #round = 0;

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  get isHere(): boolean {
    return this.#options.standing()?.role === 'leads';
  }

  ask(question: Question): Asking {
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    this.#waiting.set(id, resolve);
    this.#push({ id, what: question });
    return { reply: promise, say: (afterword) => this.#say(id, afterword) };
  }

  /** As the first gateway of a node that leads: who replies to others. Until then they are told that no one leads. */
  replyBy(open: (reply: (asker: number, replied: readonly Replied[]) => void) => QuestionDesk): void {
    this.#desk = open((asker, replied) => {
      this.flushUses();
      this.#options.send({ kind: 'replied', asker, replied });
    });
  }

  /** As a gateway of a node that leads. All of one turn go in one message. */
  tellUsed(use: ToldUse): void {
    if (this.#untold.length === 0) this.#options.timers.soon(() => this.flushUses());
    this.#untold.push(use);
  }

  /** Signatures go before what they are used for: before a command of this gateway, and before another one is told that it may. */
  flushUses(): void {
    if (this.#untold.length === 0) return;
    const uses = this.#untold;
    this.#untold = [];
    this.#options.send({ kind: 'used', uses });
  }

  /** Who remembers signatures that are used at another node; false: there is no room for one. */
  noteBy(note: (use: ToldUse) => boolean): void {
    this.#note = note;
  }

  /** Unix seconds: signatures up to it may have been used at another node, and no one has remembered them. */
  get missedUntil(): number {
    return this.#missedUntil;
  }

  used(uses: readonly ToldUse[]): void {
    for (const use of uses)
      if (!this.#note(use) && !use.isForgotten) this.#missedUntil = Math.max(this.#missedUntil, use.timestamp);
  }

  /** From another gateway, or another node. */
  asked({ asker, asked }: Extract<FromExchange, { readonly kind: 'asked' }>): void {
    if (asked === null) return this.#desk?.gone(asker);
    if (this.#desk !== null) return this.#desk.take(asker, asked);
    const replied = asked.map(({ id }): Replied => ({ id, reply: { kind: 'no_leader' } }));
    this.#options.send({ kind: 'replied', asker, replied });
  }

  replied(replied: readonly Replied[]): void {
    for (const { id, reply } of replied) {
      const resolve = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (reply.kind === 'first') this.#used.set(id, this.#round);
      if (resolve !== undefined) resolve(reply);
      // No one will use it.
      else if (reply.kind === 'first') this.#say(id, { kind: 'forgotten' });
    }
  }

  /** Those that were waiting the last time as well, and signatures of which nothing was said for many times. */
  giveUpOld(): void {
    this.#round++;
    for (const [id, round] of this.#used) {
      if (this.#round - round <= USED_ROUNDS_MAX) break;
      this.#say(id, { kind: 'answered', answer: null });
    }
    for (const [id, resolve] of this.#waiting) {
      if (id >= this.#oldBelow) break;
      this.#waiting.delete(id);
      resolve({ kind: 'no_leader' });
    }
    this.#oldBelow = this.#nextId;
  }

  giveUp(): void {
    for (const resolve of this.#waiting.values()) resolve({ kind: 'no_leader' });
    this.#waiting.clear();
  }

  #say(id: number, what: Afterword): void {
    if (what.kind === 'left' ? !this.#waiting.delete(id) : !this.#used.delete(id)) return;
    this.#push({ id, what });
  }

  #push(asked: Asked): void {
    if (this.#unsent.length === 0) this.#options.timers.soon(() => this.#flush());
    this.#unsent.push(asked);
  }

  #flush(): void {
    const asked = this.#unsent;
    this.#unsent = [];
    this.#options.send({ kind: 'asked', asked });
  }
}
