/**
 * Questions of one node that are under way: those without a reply, and signatures that were found unused and of which it is not
 * said yet what became. Bounded: beyond it none is passed on.
 */
import type { Asked, Replied } from '../ports/leader-questions.ts';
import { QUESTIONS_OPEN_MAX } from './limits.ts';

export class OpenQuestions {
  /** By number: whether what is asked for could be done twice, if its signature were found unused again. */
  readonly #waiting = new Map<number, boolean>();
  readonly #used = new Map<number, boolean>();

  /** `busy`: it is to be replied so. `no_one`: it is about nothing that is under way. */
  ask({ id, what }: Asked): 'on' | 'busy' | 'no_one' {
    switch (what.kind) {
      case 'left':
        return this.#waiting.delete(id) ? 'on' : 'no_one';
      case 'answered':
      case 'forgotten':
        return this.#used.delete(id) ? 'on' : 'no_one';
      case 'caps':
      case 'newcomer':
      case 'use': {
        const isKnown = this.#waiting.has(id) || this.#used.has(id);
        if (isKnown || this.#waiting.size + this.#used.size >= QUESTIONS_OPEN_MAX) return 'busy';
        this.#waiting.set(id, what.kind === 'use' && !what.isKnownByItself);
        return 'on';
      }
    }
  }

  /** Whether anyone waits for it. */
  reply({ id, reply }: Replied): boolean {
    const isForOnce = this.#waiting.get(id);
    if (isForOnce === undefined) return false;
    this.#waiting.delete(id);
    if (reply.kind === 'first') this.#used.set(id, isForOnce);
    return true;
  }

  /** Nothing comes of any of them any more: those without a reply, and signatures that are in use for what could be done twice. */
  giveUp(): { readonly waiting: readonly number[]; readonly used: readonly number[] } {
    const waiting = [...this.#waiting.keys()];
    const used = [...this.#used].flatMap(([id, isForOnce]) => (isForOnce ? [id] : []));
    this.#waiting.clear();
    this.#used.clear();
    return { waiting, used };
  }
}
