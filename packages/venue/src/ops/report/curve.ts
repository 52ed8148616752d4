/** A curve over time in bounded memory. */

const POINTS_MAX = 2_000;

/** Points in the order of time, of which each step of time keeps the last. Steps double when there are too many. */
export class Curve<Point extends { readonly time_ms: number }> {
  #points: Point[] = [];
  #stepMs = 1;

  get points(): readonly Point[] {
    return this.#points;
  }

  add(point: Point): void {
    const points = this.#points;
    const last = points.at(-1);
    if (last !== undefined && this.#stepOf(last) === this.#stepOf(point)) points.pop();
    points.push(point);
    while (this.#points.length > POINTS_MAX) {
      this.#stepMs *= 2;
      const steps = this.#points.map((one) => this.#stepOf(one));
      this.#points = this.#points.filter((_, index) => steps[index] !== steps[index + 1]);
    }
  }

  #stepOf({ time_ms }: Point): number {
    return Math.floor(time_ms / this.#stepMs);
  }
}
