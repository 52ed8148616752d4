/**
 * The rules of the limiter in their simplest form: a list of all passes, scanned from the start for each question,
 * millisecond by millisecond. The real limiter must give the same results.
 */
import type { CapName, CapTable } from '@bellwether/contract';

export interface NaiveRequest {
  readonly id: number;
  readonly client: string;
  readonly rows: readonly CapName[];
  readonly isUrgent: boolean;
  /** Times it counts in the row `order`. */
  readonly weight: number;
}

export type Verdict = { readonly kind: 'passed' | 'refused' | 'left'; readonly at: number };

interface Waiting {
  readonly request: NaiveRequest;
  readonly deadline: number;
}

export class NaiveLimiter {
  readonly verdicts = new Map<number, Verdict>();
  readonly #caps: CapTable;
  readonly #waitMsMax: number;
  readonly #waitingMax: number;
  readonly #passes: { readonly request: NaiveRequest; readonly at: number }[] = [];
  #waiting: Waiting[] = [];
  #now = 0;

  constructor(caps: CapTable, waitMsMax: number, waitingMax: number) {
    this.#caps = caps;
    this.#waitMsMax = waitMsMax;
    this.#waitingMax = waitingMax;
  }

  arrive(request: NaiveRequest): void {
    const before = this.#waiting.map((waiting) => waiting.request).filter((other) => mayStandBefore(other, request));
    const contended = before.flatMap((other) => this.#lacking(other));
    if (this.#lacking(request).length === 0 && !request.rows.some((row) => contended.includes(row))) {
      this.#pass(request);
      return;
    }
    const inLine = before.filter((other) => other.isUrgent === request.isUrgent).length;
    if (inLine >= this.#waitingMax || !this.#fitsSoon(request, before)) this.#end(request, 'refused');
    else {
      this.#waiting.push({ request, deadline: this.#now + this.#waitMsMax });
      this.#serve();
    }
  }

  leave(id: number): void {
    const waiting = this.#waiting.find(({ request }) => request.id === id);
    if (waiting === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    this.#end(waiting.request, 'left');
    this.#serve();
  }

  advance(ms: number): void {
    for (let passed = 0; passed < ms; passed++) {
      this.#now++;
      this.#serve();
    }
  }

  #serve(): void {
    const inOrder = [true, false].flatMap((urgent) =>
      this.#waiting.filter(({ request }) => request.isUrgent === urgent),
    );
    const contended = new Set<string>();
    for (const waiting of inOrder) {
      const { request } = waiting;
      const lacks = this.#lacking(request);
      const held = request.rows.some((row) => contended.has(`${request.client} ${row}`));
      if (lacks.length === 0 && !held) this.#pass(request);
      else if (this.#now >= waiting.deadline) this.#end(request, 'refused');
      else {
        for (const row of lacks) contended.add(`${request.client} ${row}`);
        continue;
      }
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    }
  }

  #pass(request: NaiveRequest): void {
    this.#passes.push({ request, at: this.#now });
    this.#end(request, 'passed');
  }

  #end(request: NaiveRequest, kind: Verdict['kind']): void {
    this.verdicts.set(request.id, { kind, at: this.#now });
  }

  #lacking(request: NaiveRequest): CapName[] {
    return request.rows.filter((row) => !this.#fits(request.client, row, weightIn(request, row), this.#now));
  }

  /** True if a request and those before it have room within the longest wait. */
  #fitsSoon(request: NaiveRequest, before: readonly NaiveRequest[]): boolean {
    return request.rows.every((row) => {
      const sum = before.filter(({ rows }) => rows.includes(row)).reduce((all, each) => all + weightIn(each, row), 0);
      return this.#fits(request.client, row, sum + weightIn(request, row), this.#now + this.#waitMsMax);
    });
  }

  #fits(client: string, row: CapName, count: number, at: number): boolean {
    return this.#caps[row].every(({ requests, seconds }) => {
      const counted = this.#passes.filter(
        (pass) => pass.request.client === client && pass.request.rows.includes(row) && pass.at > at - seconds * 1000,
      );
      return counted.reduce((sum, { request }) => sum + weightIn(request, row), 0) + count <= requests;
    });
  }
}

function mayStandBefore(other: NaiveRequest, request: NaiveRequest): boolean {
  return other.client === request.client && (other.isUrgent || !request.isUrgent);
}

function weightIn(request: NaiveRequest, row: CapName): number {
  return row === 'order' ? request.weight : 1;
}
