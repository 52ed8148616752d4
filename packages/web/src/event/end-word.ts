/** What is said before the date that the operator gives as the end; trading may go on, or have ended, without it. */
import { parseTime } from '../format/time.ts';

/** `Ends` or `Ended`; `Was to end` where what happened and the date differ: resolved early, or still open afterwards. */
export function endWord(iso: string, isOver: boolean, nowMs: number): 'Ends' | 'Ended' | 'Was to end' {
  const isPast = (parseTime(iso) ?? nowMs) <= nowMs;
  if (isPast !== isOver) return 'Was to end';
  return isOver ? 'Ended' : 'Ends';
}
