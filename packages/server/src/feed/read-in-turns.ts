/**
 * Has what arrives on a WebSocket parsed a little at a time, each piece in its client's turn: one read from the system may
 * hold ten thousand frames, and many sockets may have one at once.
 */
import type { Duplex } from 'node:stream';

/** Bytes parsed at a time: no more than some hundred and fifty frames. */
const PIECE_BYTES = 1_024;

type Emit = (event: string | symbol, ...values: unknown[]) => boolean;

/**
 * From now on every `data` of `raw` is such a piece, for every listener. `turn` runs work now or in the client's turn; until
 * all of it has been parsed nothing more is read. `isHeld`: whether the WebSocket itself has stopped reading.
 */
export function readInTurns(raw: Duplex, isHeld: () => boolean, turn: (work: () => void) => void): void {
  const emit: Emit = raw.emit.bind(raw);
  let rest: Buffer | null = null;
  let isQueued = false;
  let isEnding = false;
  const parse = (): void => {
    isQueued = false;
    if (rest === null || raw.destroyed) return;
    const piece = rest.subarray(0, PIECE_BYTES);
    rest = piece.length < rest.length ? rest.subarray(PIECE_BYTES) : null;
    emit('data', piece);
    goOn();
  };
  const goOn = (): void => {
    // What it has sent before it was held is not looked at either.
    if (isHeld()) rest = null;
    if (rest !== null) {
      isQueued = true;
      turn(parse);
      if (isQueued) raw.pause();
    } else if (isEnding) {
      isEnding = false;
      emit('end');
    } else if (raw.isPaused() && !isHeld()) raw.resume();
  };
  const take: Emit = (event, ...values) => {
    if (event === 'end' && rest !== null) {
      isEnding = true;
      return true;
    }
    if (event !== 'data') return emit(event, ...values);
    const [chunk] = values as [Buffer];
    rest = rest === null ? chunk : Buffer.concat([rest, chunk]);
    if (!isQueued) goOn();
    return true;
  };
  Object.assign(raw, { emit: take });
}
