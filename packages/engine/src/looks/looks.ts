/** Looks of the venue as the log says them. A value of null leaves the word to the configuration. */

export interface Looks {
  readonly name: string | null;
  /** Sign or word of the play money. */
  readonly currency: string | null;
  /** `#rrggbb`, or '' for the page's own. */
  readonly accent: string | null;
  /** Picture as a `data:` address, or '' for the page's own. */
  readonly logo: string | null;
  /** Plain text with paragraphs; '' for none. */
  readonly welcome: string | null;
  readonly terms: string | null;
}

export const NO_LOOKS: Looks = { name: null, currency: null, accent: null, logo: null, welcome: null, terms: null };
export const LOOKS_FIELDS = Object.keys(NO_LOOKS) as readonly (keyof Looks)[];

/** Changes the named fields and no other. */
export interface SetLooks {
  readonly kind: 'SetLooks';
  readonly changes: Partial<Looks>;
}

/** The fields that differ from before. */
export interface LooksSet {
  readonly kind: 'LooksSet';
  readonly changes: Partial<Looks>;
}
