/** Normalizes the date formats of catalog payloads to ISO 8601 in UTC, keeping sub-second digits. */

const FORM = /^([12]\d{3}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, or null if `text` is no real date. A date alone means midnight UTC. */
export function normalizeIsoDate(text: string): string | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const [, day = '', time = '00:00', seconds = '00', fraction = '', zone = 'Z'] = match;
  const local = `${day}T${time}:${seconds}`;
  const localMs = Date.parse(`${local}Z`);
  // Date.parse turns 30 February into a day in March; the result must equal the input.
  if (Number.isNaN(localMs) || new Date(localMs).toISOString().slice(0, 19) !== local) return null;
  const offset = zoneOffsetMs(zone);
  if (offset === null) return null;
  return `${new Date(localMs - offset).toISOString().slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/** Unix milliseconds of a time that may be absent; null if it is, undefined if `text` is no real date. */
export function isoDateMs(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  const date = normalizeIsoDate(text);
  return date === null ? undefined : Date.parse(date);
}

/** Microseconds since 1970, truncated; null if `text` is no real date. */
export function isoDateUs(text: string): number | null {
  const date = normalizeIsoDate(text);
  if (date === null) return null;
  const fraction = date.slice(20, -1).slice(0, 6).padEnd(6, '0');
  return Date.parse(`${date.slice(0, 19)}Z`) * 1_000 + Number(fraction);
}

function zoneOffsetMs(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  return hours > 14 || minutes > 59 ? null : sign * (hours * 60 + minutes) * 60_000;
}
