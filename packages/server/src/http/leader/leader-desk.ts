/**
 * Replies to gateways of other nodes at the node that leads: decides with the limiter and the used signatures of its first gateway,
 * under the same rules, so that what they count and what all of the leader's own clients do is one count.
 */
import type { OpenUse, Use, UsedSignatures } from '../../auth/used-signatures.ts';
import type { Client, Refusal } from '../../limits/client.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Plan } from '../../limits/rows.ts';
import type {
  Afterword,
  Asked,
  CapsQuestion,
  FirstAnswer,
  NewcomerQuestion,
  Question,
  QuestionDesk,
  Replied,
  Reply,
  UseQuestion,
} from '../../ports/leader-questions.ts';

export interface LeaderDeskOptions {
  /** null when caps are off. */
  readonly limiter: Limiter | null;
  readonly used: Readonly<Record<UseQuestion['of'], UsedSignatures | null>>;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** How far a timestamp may lie behind and ahead of the clock. */
  readonly toleranceSeconds: { readonly past: number; readonly future: number };
  readonly reply: (asker: number, replied: readonly Replied[]) => void;
}

/** What is under way of one question. */
type UnderWay =
  | { readonly kind: 'waits'; readonly leave: () => void }
  | { readonly kind: 'used'; readonly use: OpenUse; readonly isKnownByItself: boolean };

/** Who asks. */
interface Asker {
  readonly number: number;
  readonly underWay: Map<number, UnderWay>;
}

const NOT_CAPPED: Reply = { kind: 'passed', remaining: '' };

export class LeaderDesk implements QuestionDesk {
  readonly #options: LeaderDeskOptions;
  readonly #askers = new Map<number, Asker>();
  /** What is replied to the questions of one message goes in one. */
  #together: { readonly asker: Asker; readonly replied: Replied[] } | null = null;

  constructor(options: LeaderDeskOptions) {
    this.#options = options;
  }

  /** Questions that wait, and signatures that are in use, of all who ask. */
  get underWay(): number {
    return this.#askers.values().reduce((sum, { underWay }) => sum + underWay.size, 0);
  }

  take(number: number, asked: readonly Asked[]): void {
    const asker = this.#askers.get(number) ?? { number, underWay: new Map<number, UnderWay>() };
    this.#askers.set(number, asker);
    const replied: Replied[] = [];
    this.#together = { asker, replied };
    try {
      for (const { id, what } of asked) this.#one(asker, id, what);
    } finally {
      this.#together = null;
    }
    if (replied.length > 0) this.#options.reply(number, replied);
  }

  gone(number: number): void {
    const asker = this.#askers.get(number);
    this.#askers.delete(number);
    for (const underWay of asker?.underWay.values() ?? []) {
      if (underWay.kind === 'waits') underWay.leave();
      else if (underWay.isKnownByItself) underWay.use.forgotten(() => 'free');
      // What it was used for may have been done.
      else underWay.use.lost();
    }
  }

  #one(asker: Asker, id: number, what: Question | Afterword): void {
    switch (what.kind) {
      case 'caps':
        return this.#caps(asker, id, what);
      case 'newcomer':
        return this.#newcomer(asker, id, what);
      case 'use':
        return this.#use(asker, id, what);
      case 'left':
        return this.#left(asker, id);
      case 'answered':
        return this.#answered(asker, id, what.answer);
      case 'forgotten':
        return this.#takeUse(asker, id)?.forgotten(() => 'free');
    }
  }

  #caps(asker: Asker, id: number, { clients: names, rows, isUrgent, weight, isBudgeted, mayWait }: CapsQuestion): void {
    const { limiter } = this.#options;
    if (limiter === null) return this.#reply(asker, id, NOT_CAPPED);
    const clients = limiter.byNames(names);
    const over = isBudgeted ? limiter.overJournalBudget(clients) : null;
    if (over !== null) return this.#reply(asker, id, overReply(over, null));
    const plan = limiter.planOfRows(rows, isUrgent);
    if (plan === null) return this.#reply(asker, id, NOT_CAPPED);
    let isSettled = false;
    const tell = (refusal: Refusal | null): void => {
      isSettled = true;
      asker.underWay.delete(id);
      this.#reply(asker, id, told(limiter, clients, plan, refusal));
    };
    if (!mayWait) return tell(limiter.admit(clients, plan, weight));
    if (limiter.pass(clients, plan, weight)) return tell(null);
    const waiting = limiter.wait(clients, plan, weight, tell);
    if (waiting.kind === 'refused') return tell(waiting);
    // There may have been room by then.
    if (!isSettled) asker.underWay.set(id, { kind: 'waits', leave: () => waiting.leave() });
  }

  #newcomer(asker: Asker, id: number, { clients: names }: NewcomerQuestion): void {
    const { limiter } = this.#options;
    const over = limiter?.admitNewcomer(limiter.byNames(names)) ?? null;
    this.#reply(asker, id, over === null ? NOT_CAPPED : overReply(over, null));
  }

  #use(asker: Asker, id: number, question: UseQuestion): void {
    const { used, clock, toleranceSeconds } = this.#options;
    const { of, owner, id: signature, timestamp, isNewEachTime, isKnownByItself } = question;
    const now = Math.floor(clock() / 1000);
    // What is older is not remembered here any more.
    if (timestamp < now - toleranceSeconds.past || timestamp > now + toleranceSeconds.future)
      return this.#reply(asker, id, { kind: 'untimely' });
    const use: Use | undefined = used[of]?.use({ owner, id: signature, timestamp }, isNewEachTime, isKnownByItself);
    // Where sign-ins are not counted each is the first.
    if (use === undefined) return this.#reply(asker, id, { kind: 'first' });
    switch (use.kind) {
      case 'first':
        asker.underWay.set(id, { kind: 'used', use: use.use, isKnownByItself });
        return this.#reply(asker, id, { kind: 'first' });
      case 'again':
        void use.answer.then((answer) => {
          // It may have gone meanwhile.
          if (this.#askers.get(asker.number) !== asker) return;
          if (answer === 'free') this.#use(asker, id, question);
          else this.#reply(asker, id, { kind: 'again', answer });
        });
        return;
      case 'before_start':
      case 'too_many':
        return this.#reply(asker, id, use);
    }
  }

  #left(asker: Asker, id: number): void {
    const underWay = asker.underWay.get(id);
    if (underWay?.kind !== 'waits') return;
    asker.underWay.delete(id);
    underWay.leave();
  }

  #answered(asker: Asker, id: number, answer: FirstAnswer | null): void {
    const use = this.#takeUse(asker, id);
    if (answer === null) use?.lost();
    else use?.answered(answer);
  }

  #takeUse(asker: Asker, id: number): OpenUse | null {
    const underWay = asker.underWay.get(id);
    if (underWay?.kind !== 'used') return null;
    asker.underWay.delete(id);
    return underWay.use;
  }

  #reply(asker: Asker, id: number, reply: Reply): void {
    // One that waited may be let pass by a question of another one.
    if (this.#together?.asker === asker) this.#together.replied.push({ id, reply });
    else this.#options.reply(asker.number, [{ id, reply }]);
  }
}

function told(limiter: Limiter, clients: readonly Client[], plan: Plan, refusal: Refusal | null): Reply {
  const remaining = limiter.remaining(clients, plan);
  return refusal === null ? { kind: 'passed', remaining } : overReply(refusal, remaining);
}

const overReply = ({ retryAfterSeconds }: Refusal, remaining: string | null): Reply => ({
  kind: 'over',
  retryAfterSeconds,
  remaining,
});
