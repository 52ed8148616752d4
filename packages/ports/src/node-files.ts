/** Files that a joining node fetches from another node instead of building them: over a separate link, in pieces. */

/** A fetchable part: the newest snapshot with its runs of closed orders, or the read store with its checksums. */
export type FilePart = 'snapshot' | 'store';

export type ToGiver =
  /** The first message. `format` is `LINK_FORMAT`, `name` is for people. */
  | {
      readonly kind: 'fetch';
      readonly format: number;
      readonly name: string;
      readonly parts: readonly FilePart[];
    }
  /** A piece is written: one more may be sent. */
  | { readonly kind: 'taken' };

/** Messages of the node that has the files; `refused` ends the transfer with a reason for people. */
export type FromGiver =
  /** The next file and its length. A missing part is left out. */
  | { readonly kind: 'file'; readonly name: string; readonly bytes: number }
  /** The next bytes of the current file. */
  | { readonly kind: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** End of the transfer. */
  | { readonly kind: 'given' }
  | { readonly kind: 'refused'; readonly why: string };
