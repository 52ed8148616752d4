/** Names a browser for the list of devices, such as `Firefox on Android`. */

/** The first that matches counts: most browsers also name those that they descend from. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox|FxiOS', 'Firefox'],
  ['Chrome|CriOS', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

export function deviceLabel(userAgent: string): string {
  const named = (rows: readonly (readonly [string, string])[]) =>
    rows.find(([pattern]) => new RegExp(pattern).test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS) ?? 'Browser', named(SYSTEMS)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
