/** What the main thread and the thread that draws say to each other. */

export interface PictureRequest {
  readonly id: number;
  readonly svg: string;
}

/** `png` is transferred; null when it could not be drawn. */
export interface PictureReply {
  readonly id: number;
  readonly png: Uint8Array | null;
}
