/** Checks the texts of comments and profiles that are kept beside the log against the hashes in it. */
import { type CommentId, type Event, PROFILE_FIELDS, type State } from '@bellwether/engine';
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
  /** Hashes of what profiles have now, by account and field. */
  readonly #fields = new Map<string, string>();
  /** Accounts whose profiles had texts beside the log. */
  readonly #accounts = new Set<unknown>();
  readonly #ids = new Set<unknown>();
  /** Undefined until the log has a hash. */
  #texts: OpenTexts | null | undefined;

  constructor(place: StorePlace, isRunning: boolean) {
    this.#place = place;
    this.#isRunning = isRunning;
  }

  /** The entries with the texts that there are. */
  async filled(entries: readonly ChainedEntry[]): Promise<readonly ChainedEntry[]> {
    for (const { events } of entries) for (const event of events) this.#note(event);
    const hashes = textHashes(entries);
    if (hashes.length === 0) return entries;
    if (this.#texts === undefined) {
      const { openTexts } = await import('@bellwether/people/texts');
      this.#texts = await openTexts(this.#place, this.#isRunning ? 'reading' : 'resting');
    }
    return withTexts(entries, hashes, this.#texts);
  }

  #note(event: Event): void {
    if (event.kind === 'CommentAdded' && event.text !== undefined) {
      this.#comments.set(event.text, event.comment);
      this.#ids.add(event.comment);
    }
    if (event.kind !== 'ProfileUpdated') return;
    const { account, changes, texts = {} } = event;
    if (event.texts !== undefined) this.#accounts.add(account);
    for (const field of PROFILE_FIELDS) {
      const hash = texts[field];
      if (hash !== undefined) this.#fields.set(`${account} ${field}`, hash);
      else if (changes[field] !== undefined) this.#fields.delete(`${account} ${field}`);
    }
  }

  /** True for a comment or an account of hashes: its row lacks a text that was not there when the row was written. */
  isByHash(isComment: boolean, id: unknown): boolean {
    return (isComment ? this.#ids : this.#accounts).has(id);
  }

  /** Throws `VerifyFailure` for a text that is not the one that was written. */
  async finish({ accounts, community: { comments } }: Readonly<State>, print: (line: string) => void): Promise<void> {
    if (this.#comments.size === 0 && this.#accounts.size === 0) return;
    const lost = new Map(this.#comments);
    const fieldsByHash = new Map([...this.#fields].map(([field, hash]) => [hash, field.split(' ')] as const));
    const lostFields = new Set(fieldsByHash.keys());
    const texts = this.#texts;
    const isRemoved = (comment: CommentId | undefined): boolean =>
      comment !== undefined && comments.get(comment)?.removed === true;
    let [left, needless] = [0, 0];
    for await (const page of texts?.pages() ?? [])
      for (const { hash, ...row } of page) {
        if (texts?.hashOf(row) !== hash)
          throw new VerifyFailure(`texts: that of ${this.#nameOf(hash)} is not as it was written`);
        const comment = this.#comments.get(hash);
        const of = comment === undefined ? fieldsByHash.get(hash) : [comments.get(comment)?.author, 'comment'];
        if (of === undefined) needless++;
        else if (accounts[Number(of[0])]?.address !== row.account || of[1] !== row.kind)
          throw new VerifyFailure(`texts: that of ${this.#nameOf(hash)} is kept as something else`);
        if (isRemoved(comment)) left++;
        lost.delete(hash);
        lostFields.delete(hash);
      }
    const erased = [...lost.values()].filter(isRemoved).length;
    const missing = lost.size - erased;
    print(
      `texts: ${count(this.#comments.size - lost.size)} of ${count(this.#comments.size)} comments as their hashes in the log; ${count(erased)} erased` +
        (left === 0 ? '' : `; ${count(left)} of removed comments still there, which the next start erases`) +
        missingToo(missing),
    );
    if (needless > 0) print(`texts: ${count(needless)} that the log does not need, which a later start erases`);
    const fields = this.#fields.size;
    if (fields > 0)
      print(
        `profiles: ${count(fields - lostFields.size)} of ${count(fields)} texts as their hashes${missingToo(lostFields.size)}`,
      );
  }

  #nameOf(hash: string): string {
    const comment = this.#comments.get(hash);
    if (comment !== undefined) return `comment ${comment}`;
    const [field] = [...this.#fields].find(([, other]) => other === hash) ?? [];
    return field === undefined ? hash : `account ${field.replace(' ', ', ')}`;
  }

  async close(): Promise<void> {
    await this.#texts?.close();
  }
}

const missingToo = (missing: number): string =>
  missing === 0 ? '' : `; ${count(missing)} missing, as after restoring an older store of people`;
