/** Formats a sandbox's time and speed in the user's locale. Pure. */
import { isolated } from '../format/isolate.ts';

const CLOCK = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const TIMES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });

/** Formats as `Jan 1, 2026, 12:00:05 AM UTC`: to the second, in the user's zone, with its name. */
export function clockText(timeMs: number): string {
  return isolated(CLOCK.format(timeMs));
}

/** Describes a speed as a sentence without a full stop. */
export function speedText(speed: number): string {
  switch (speed) {
    case 0:
      return 'Time stands still';
    case 1:
      return 'Time runs as usual';
    case 60:
      return 'A minute a second';
    case 3_600:
      return 'An hour a second';
    case 86_400:
      return 'A day a second';
    default:
      return `Time runs ${TIMES.format(speed)}×`;
  }
}
