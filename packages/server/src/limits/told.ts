/**
 * What limiters of one venue tell each other, so that all have the same counts and the same lines: what was counted, who
 * waits and who waits no more. Numbers and texts, in the order in which it was decided.
 */
import type { Replicas, ReplicaTopic } from '../ports/replicas.ts';
import type { Client, ClientName } from './client.ts';
import type { Plan } from './rows.ts';

const COUNTED = 0;
const CHARGED = 1;
const WAITS = 2;
const GONE = 3;
const NEWCOMER = 4;

/** A limiter as one that hears of others. Times are milliseconds of the clock that they share. */
export interface Hearer {
  /** A request was let pass for these. */
  counted(names: readonly ClientName[], planKey: number, weight: number, at: number): void;
  charged(names: readonly ClientName[], planKey: number, weight: number, at: number): void;
  /** It waits elsewhere, behind all that wait now. */
  waits(names: readonly ClientName[], planKey: number, weight: number, deadline: number, id: number): void;
  /** It has passed, was refused or left. */
  gone(id: number): void;
  newcomer(at: number): void;
  caughtUp(): void;
}

/** Kinds by number; texts of a client are its name, crowd and kin. */
const KINDS = ['account', 'address', 'network'] as const;
const TEXTS = 3;

export class Told {
  readonly #replicas: Replicas;
  readonly #topic: ReplicaTopic;

  constructor(replicas: Replicas, topic: ReplicaTopic) {
    this.#replicas = replicas;
    this.#topic = topic;
  }

  /** Has one hear what the others tell; once. */
  listen(hearer: Hearer): void {
    this.#replicas.join(this.#topic, {
      take: (numbers, texts) => hear(hearer, numbers, texts),
      caughtUp: () => hearer.caughtUp(),
    });
  }

  counted(clients: readonly Client[], plan: Plan, weight: number, at: number): void {
    if (this.#replicas.isShared) this.#tell([COUNTED, plan.key, weight, at], clients);
  }

  charged(clients: readonly Client[], plan: Plan, weight: number, at: number): void {
    if (this.#replicas.isShared) this.#tell([CHARGED, plan.key, weight, at], clients);
  }

  waits(clients: readonly Client[], plan: Plan, weight: number, deadline: number, id: number): void {
    if (this.#replicas.isShared) this.#tell([WAITS, plan.key, weight, deadline, id], clients);
  }

  gone(id: number): void {
    if (this.#replicas.isShared) this.#tell([GONE, id], []);
  }

  newcomer(at: number): void {
    if (this.#replicas.isShared) this.#tell([NEWCOMER, at], []);
  }

  #tell(numbers: number[], clients: readonly Client[]): void {
    const texts: string[] = [];
    for (const { names } of clients) {
      const { kind, name, crowd, kin } = names;
      numbers.push(KINDS.indexOf(kind));
      // Most are of no crowd and their own kin.
      texts.push(name, crowd ?? '', kin === name ? '' : kin);
    }
    this.#replicas.tell(this.#topic, numbers, texts);
  }
}

function hear(hearer: Hearer, numbers: readonly number[], texts: readonly string[]): void {
  const [what, first = 0, weight = 0, at = 0, id = 0] = numbers;
  switch (what) {
    case COUNTED:
      return hearer.counted(namesOf(numbers, texts), first, weight, at);
    case CHARGED:
      return hearer.charged(namesOf(numbers, texts), first, weight, at);
    case WAITS:
      return hearer.waits(namesOf(numbers, texts), first, weight, at, id);
    case GONE:
      return hearer.gone(first);
    case NEWCOMER:
      return hearer.newcomer(first);
  }
}

/** The kinds are the last numbers. */
function namesOf(numbers: readonly number[], texts: readonly string[]): ClientName[] {
  const count = texts.length / TEXTS;
  const names: ClientName[] = [];
  for (let index = 0; index < count; index++) {
    const kind = KINDS[numbers[numbers.length - count + index] as number] as ClientName['kind'];
    const name = texts[index * TEXTS] as string;
    const kin = texts[index * TEXTS + 2] as string;
    names.push({ kind, name, crowd: texts[index * TEXTS + 1] || null, kin: kin === '' ? name : kin });
  }
  return names;
}
