/**
 * While the journal's disk is almost full, the venue accepts no new order: the remaining room is reserved for commands
 * that only remove. An order sent earlier may already have been on its way to the disk.
 */
import type { Command } from '@bellwether/engine';
import { Violation } from '../../world.ts';
import type { Fact } from '../facts.ts';
import type { Rule } from '../rule.ts';

export class RoomIsKept implements Rule {
  readonly name = 'room-is-kept';
  readonly hears = ['epoch', 'room', 'called', 'logged'] as const;
  #epoch = 0;
  #isFull = false;
  /** Orders ever sent while there was room, and those first sent after it ran out. */
  readonly #before = new Set<string>();
  readonly #since = new Set<string>();

  take(fact: Fact): void {
    if (fact.kind === 'epoch') {
      this.#epoch = fact.epoch;
      this.#change(false);
    }
    if (fact.kind === 'room' && fact.epoch === this.#epoch) this.#change(fact.isFull);
    if (fact.kind === 'called') this.#called(fact.command);
    if (fact.kind !== 'logged' || !this.#isFull) return;
    for (const { sequence, command } of fact.entries) {
      if (command.kind === 'PlaceOrder' && this.#since.has(command.orderId))
        throw new Violation(this.name, `entry ${sequence} takes an order that was sent when the disk was full`);
    }
  }

  #called(command: Command): void {
    if (command.kind !== 'PlaceOrder') return;
    if (!this.#isFull) this.#before.add(command.orderId);
    else if (!this.#before.has(command.orderId)) this.#since.add(command.orderId);
  }

  #change(isFull: boolean): void {
    this.#isFull = isFull;
    for (const order of this.#since) this.#before.add(order);
    this.#since.clear();
  }
}
