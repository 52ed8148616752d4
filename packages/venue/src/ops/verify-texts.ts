/** Checks the texts of comments that are kept beside the log against the hashes in it. */
import type { CommentId, State } from '@bellwether/engine';
import type { OpenTexts } from '@bellwether/people/texts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { textHashes, withTexts } from '@bellwether/read-model/community/project/texts.ts';
import type { StorePlace } from '@bellwether/stores/side-store.ts';
import { count } from './print-kind.ts';
import { VerifyFailure } from './verify-failure.ts';

export class TextsCheck {
  readonly #place: StorePlace;
  readonly #isRunning: boolean;
  readonly #comments = new Map<string, CommentId>();
  readonly #ids = new Set<unknown>();
  /** Undefined until the log has a hash. */
  #texts: OpenTexts | null | undefined;

  constructor(place: StorePlace, isRunning: boolean) {
    this.#place = place;
    this.#isRunning = isRunning;
  }

  /** The entries with the texts that there are. */
  async filled(entries: readonly ChainedEntry[]): Promise<readonly ChainedEntry[]> {
    const hashes = textHashes(entries);
    if (hashes.length === 0) return entries;
    for (const event of entries.flatMap(({ events }) => events)) {
      if (event.kind !== 'CommentAdded' || event.text === undefined) continue;
      this.#comments.set(event.text, event.comment);
      this.#ids.add(event.comment);
    }
    if (this.#texts === undefined) {
      const { openTexts } = await import('@bellwether/people/texts');
      this.#texts = await openTexts(this.#place, this.#isRunning ? 'reading' : 'resting');
    }
    return withTexts(entries, hashes, this.#texts);
  }

  /** True for a comment that the log knows by hash: its row has no text if the text was not there when it was written. */
  isByHash(comment: unknown): boolean {
    return this.#ids.has(comment);
  }

  /** Throws `VerifyFailure` for a text that is not the one that was written. */
  async finish({ community: { comments } }: Readonly<State>, print: (line: string) => void): Promise<void> {
    if (this.#comments.size === 0) return;
    const lost = new Map(this.#comments);
    const texts = this.#texts;
    for await (const page of texts?.pages() ?? [])
      for (const { hash, ...row } of page) {
        if (texts?.hashOf(row) !== hash)
          throw new VerifyFailure(
            `texts: that of comment ${this.#comments.get(hash) ?? hash} is not as it was written`,
          );
        lost.delete(hash);
      }
    const erased = [...lost.values()].filter((comment) => comments.get(comment)?.removed === true).length;
    const missing = lost.size - erased;
    print(
      `texts: ${count(this.#comments.size - lost.size)} of ${count(this.#comments.size)} comments as their hashes in the log; ${count(erased)} erased` +
        (missing === 0 ? '' : `; ${count(missing)} missing, as after restoring an older store of people`),
    );
  }

  async close(): Promise<void> {
    await this.#texts?.close();
  }
}
