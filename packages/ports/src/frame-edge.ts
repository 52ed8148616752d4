/** Work at the last edge before a frame of a live feed goes out. */

/** Takes the frames of one connection: writes the frames to send now, or ends the connection. */
export type FramePass = (frame: Buffer | string, write: (frame: Buffer | string) => void, end: () => void) => void;

export interface FrameEdge {
  open(feed: 'market' | 'user' | 'live'): FramePass;
}
