/**
 * Answers of reads, given again while the rows are the same: many clients ask for the same page again and again, and a
 * copy takes a hundredth of the read. Every copy has one owner, which frees it.
 */
import type { Asker, ReadAnswer } from '@bellwether/ports/reader.ts';
import { READ_SEQUENCE_HEADER } from '@bellwether/read-model/read.ts';

/** Bytes of one answer, and of all, that are kept: with their keys, since an empty list may have been asked for in any words. */
const ANSWER_BYTES_MAX = 1024 * 1024;
const BYTES_MAX = 8 * 1024 * 1024;
/** Approximate size of an entry beside its key and its body. */
const ENTRY_BYTES = 512;

export class SameAnswers {
  readonly #answers = new Map<string, ReadAnswer>();
  #bytes = 0;
  /** The last entry that any answer has been seen to include: every answer here includes it. */
  #sequence = 0;
  #changes = 0;

  /** The name under which an answer is kept: the read, its parameters, and the form of its body. */
  static keyOf(name: string, parameters: unknown, { encoding, publicWords }: Asker): string {
    return `${name} ${encoding ?? ''} ${publicWords === true} ${JSON.stringify(parameters)}`;
  }

  /** Number of times that rows have been written; a read notes it when it begins. */
  get changes(): number {
    return this.#changes;
  }

  /** Called when rows have been written: by entries, or by the clock. */
  changed(): void {
    this.#changes++;
    this.#clear();
  }

  /** A copy that took no CPU of a reader thread; null if there is none. */
  get(key: string): ReadAnswer | null {
    const kept = this.#answers.get(key);
    return kept === undefined ? null : { ...kept, body: new Uint8Array(kept.body), cpuMs: 0 };
  }

  /** Keeps a copy, unless rows have been written since the read began. */
  add(key: string, answer: ReadAnswer, begunAt: number): void {
    const bytes = bytesOf(key, answer);
    const sequence = Number(answer.headers[READ_SEQUENCE_HEADER]);
    // Rows are read before their writer has said that they are there: a client that saw them must not see older ones.
    if (sequence > this.#sequence) this.#clear();
    this.#sequence = Math.max(this.#sequence, sequence);
    if (bytes > ANSWER_BYTES_MAX || sequence < this.#sequence || begunAt !== this.#changes) return;
    this.#drop(key);
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes + bytes <= BYTES_MAX) break;
      this.#drop(oldest);
    }
    this.#answers.set(key, { ...answer, body: new Uint8Array(answer.body) });
    this.#bytes += bytes;
  }

  #clear(): void {
    for (const { body } of this.#answers.values()) free(body);
    this.#answers.clear();
    this.#bytes = 0;
  }

  #drop(key: string): void {
    const kept = this.#answers.get(key);
    if (kept === undefined) return;
    this.#answers.delete(key);
    this.#bytes -= bytesOf(key, kept);
    free(kept.body);
  }
}

const bytesOf = (key: string, { body }: ReadAnswer): number => body.length + 2 * key.length + ENTRY_BYTES;

/** Left to the garbage collector, megabytes of pages a second would make it collect this thread's whole heap. */
const free = ({ buffer }: Uint8Array): unknown => buffer instanceof ArrayBuffer && buffer.transfer(0);
