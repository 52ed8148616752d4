/** Pictures that the venue draws itself, away from the thread that serves trades. */

/** No picture can be drawn now: too many wait, or drawing failed. Answer that there is none for the moment. */
export class PictureUnavailable extends Error {
  override readonly name = 'PictureUnavailable';
}

export interface Pictures {
  /** Returns the PNG of an SVG. The same text again soon gives the same bytes. Rejects with `PictureUnavailable`. */
  draw(svg: string): Promise<Uint8Array>;
}
