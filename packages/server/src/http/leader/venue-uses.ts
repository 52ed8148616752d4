/** Uses of signatures that are counted once for the venue: here where this node leads, else at the node that does. */
import type { OpenUse, ProvenSignature, Use, UsedSignatures } from '../../auth/used-signatures.ts';
import { isKeptAnswer } from '../../ports/check-questions.ts';
import type { Asking, LeaderQuestions, Reply, UseQuestion } from '../../ports/leader-questions.ts';

/** `untimely`: the leader's clock says so. `unavailable`: no one can say now, and nothing was used. */
export type VenueUse = Use | { readonly kind: 'untimely' } | { readonly kind: 'unavailable' };

/** See `UsedSignatures.use`. Answers at once where it is counted here. */
export interface Uses {
  use(signature: ProvenSignature, isNewEachTime: boolean, isKnownByItself?: boolean): VenueUse | Promise<VenueUse>;
}

export class VenueUses implements Uses {
  readonly #own: UsedSignatures;
  readonly #leader: LeaderQuestions;
  readonly #of: UseQuestion['of'];

  constructor(own: UsedSignatures, leader: LeaderQuestions, of: UseQuestion['of']) {
    this.#own = own;
    this.#leader = leader;
    this.#of = of;
  }

  use(signature: ProvenSignature, isNewEachTime: boolean, isKnownByItself = false): VenueUse | Promise<VenueUse> {
    if (this.#leader.isHere) return this.#own.use(signature, isNewEachTime, isKnownByItself);
    const { owner, id, timestamp } = signature;
    const of = this.#of;
    const asking = this.#leader.ask({ kind: 'use', of, owner, id, timestamp, isNewEachTime, isKnownByItself });
    return asking.reply.then((reply) => useOf(reply, asking));
  }
}

function useOf(reply: Reply, asking: Asking): VenueUse {
  switch (reply.kind) {
    case 'first':
      return { kind: 'first', use: useAt(asking) };
    case 'again':
      return { kind: 'again', answer: Promise.resolve(reply.answer) };
    case 'before_start':
    case 'too_many':
    case 'untimely':
      return reply;
    default:
      return { kind: 'unavailable' };
  }
}

function useAt(asking: Asking): OpenUse {
  return {
    answered: (answer) => asking.say({ kind: 'answered', answer: isKeptAnswer(answer) ? answer : null }),
    // Who asks there now goes on, and is answered by what it did.
    forgotten: () => asking.say({ kind: 'forgotten' }),
    lost: () => asking.say({ kind: 'answered', answer: null }),
  };
}
