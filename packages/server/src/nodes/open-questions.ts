/**
 * Questions of one node that are under way: those without a reply, and signatures that were found unused and of which it is not
 * said yet what became. Bounded: beyond it none is passed on.
 */
import type { Asked, Replied } from '../ports/leader-questions.ts';
import { QUESTIONS_OPEN_MAX } from './limits.ts';

export class OpenQuestions {
  readonly #waiting = new Set<number>();
  readonly #used = new Set<number>();

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
        this.#waiting.add(id);
        return 'on';
      }
    }
  }

  /** Whether anyone waits for it. */
  reply({ id, reply }: Replied): boolean {
    if (!this.#waiting.delete(id)) return false;
    if (reply.kind === 'first') this.#used.add(id);
    return true;
  }

  /** Nothing comes of any of them any more: those without a reply. */
  giveUp(): number[] {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#used.clear();
    return waiting;
  }
}
