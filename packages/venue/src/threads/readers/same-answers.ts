/**
 * Answers of reads, given again while the rows are the same: many clients ask for the same page again and again, and a
 * copy takes a hundredth of the read. Everything in memory is a copy that nobody else has, so that each side frees its own.
 */
import type { Asker, ReadAnswer } from '@bellwether/ports/reader.ts';
import { READ_SEQUENCE_HEADER } from '@bellwether/read-model/read.ts';

/** Bytes of one answer, and of all, that are kept. */
const ANSWER_BYTES_MAX = 1024 * 1024;
const BYTES_MAX = 8 * 1024 * 1024;

export class SameAnswers {
  readonly #answers = new Map<string, ReadAnswer>();
  #bytes = 0;
  /** The last entry that any rows have been seen to include: every answer here is of these rows. */
  #sequence = 0;

  /** The name under which an answer is kept: the read, its parameters, and the form of its body. */
  static keyOf(name: string, parameters: unknown, { encoding, nullDates }: Asker): string {
    return `${name} ${encoding ?? ''} ${nullDates === true} ${JSON.stringify(parameters)}`;
  }

  /** The rows include this entry: older answers are dropped. */
  reached(sequence: number): void {
    if (sequence <= this.#sequence) return;
    this.#sequence = sequence;
    for (const { body } of this.#answers.values()) free(body);
    this.#answers.clear();
    this.#bytes = 0;
  }

  /** A copy that took no CPU of a reader thread; null if there is none. */
  get(key: string): ReadAnswer | null {
    const kept = this.#answers.get(key);
    return kept === undefined ? null : { ...kept, body: kept.body.slice(), cpuMs: 0 };
  }

  /** Keeps a copy, unless the rows have changed since the read. */
  add(key: string, answer: ReadAnswer): void {
    const { length } = answer.body;
    const sequence = Number(answer.headers[READ_SEQUENCE_HEADER]);
    this.reached(sequence);
    if (length > ANSWER_BYTES_MAX || sequence < this.#sequence) return;
    this.#drop(key);
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes + length <= BYTES_MAX) break;
      this.#drop(oldest);
    }
    this.#answers.set(key, { ...answer, body: answer.body.slice() });
    this.#bytes += length;
  }

  #drop(key: string): void {
    const kept = this.#answers.get(key);
    if (kept === undefined) return;
    this.#answers.delete(key);
    this.#bytes -= kept.body.length;
    free(kept.body);
  }
}

/** Left to the garbage collector, megabytes of pages a second would make it collect this thread's whole heap. */
const free = ({ buffer }: Uint8Array): unknown => buffer instanceof ArrayBuffer && buffer.transfer(0);
