/**
 * Parses the data of a WebSocket in small pieces, each in its client's turn: one read from the system may hold ten
 * thousand frames, and many sockets may have one at once.
 */
import type { Duplex } from 'node:stream';

/** Bytes parsed at a time: some hundred and fifty frames at most. */
const PIECE_BYTES = 1_024;

type Emit = (event: string | symbol, ...values: unknown[]) => boolean;

/**
 * Splits every `data` of `raw` into such pieces, for every listener. `turn` runs work now or in the client's turn;
 * nothing more is read until all of the data is parsed. `isHeld` returns true if the WebSocket itself has stopped
 * reading.
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
    // Data that arrived before the hold is not parsed either.
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
