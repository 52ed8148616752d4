/** What the messages of one group have traded: a level that becomes less by it was not cancelled. */
import { type BookSide, PRICE_ONE } from '@bellwether/engine';

export class Traded {
  readonly #sizes = new Map<number, number>();

  add(side: BookSide, price: number, size: number): void {
    const level = side * PRICE_ONE + price;
    this.#sizes.set(level, (this.#sizes.get(level) ?? 0) + size);
  }

  of(side: BookSide, price: number): number {
    return this.#sizes.get(side * PRICE_ONE + price) ?? 0;
  }
}
