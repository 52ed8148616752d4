/** Messages between the main thread and the thread that draws. */

export interface PictureRequest {
  readonly id: number;
  readonly svg: string;
}

/** `png` is transferred; null when the picture could not be drawn. */
export interface PictureReply {
  readonly id: number;
  readonly png: Uint8Array | null;
}
