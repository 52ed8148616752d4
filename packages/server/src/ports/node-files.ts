/** Files that a node which joins has from another one, instead of making them: over a link of their own, in pieces. */

/** What can be had: the newest snapshot with its runs of closed orders, or the read store with its checksums. */
export type FilePart = 'snapshot' | 'store';

/** What a node that joins says. */
export type ToGiver =
  /** First of all. `format` is `LINK_FORMAT`, `name` is for people. */
  | {
      readonly kind: 'fetch';
      readonly format: number;
      readonly name: string;
      readonly parts: readonly FilePart[];
    }
  /** A piece is written: one more may come. */
  | { readonly kind: 'taken' };

/** What the node says that has them; `refused` ends it in words. */
export type FromGiver =
  /** The next file, and how long it is. A part that is not there is left out. */
  | { readonly kind: 'file'; readonly name: string; readonly bytes: number }
  /** What follows of it. */
  | { readonly kind: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** That was all. */
  | { readonly kind: 'given' }
  | { readonly kind: 'refused'; readonly why: string };
