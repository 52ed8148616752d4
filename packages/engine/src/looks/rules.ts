/** Rules of the looks, for the log and for the configuration alike. */
import { hidesCharacters, marksProblem, textProblem } from '../community/text.ts';
import { LOGO_BYTES_MAX, TERMS_LENGTH_MAX, VENUE_NAME_LENGTH_MAX, WELCOME_LENGTH_MAX } from '../limits.ts';
import type { Looks } from './looks.ts';

const CURRENCY_LENGTH_MAX = 12;
/** Control, invisible and direction-changing characters, and line ends. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const LOGO = /^data:image\/(png|webp|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** First bytes of each type, as characters up to U+00FF. An SVG has no document type, which could define entities. */
const BEGINS: Readonly<Record<string, RegExp>> = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the type's own mark has one
  png: /^\x89PNG\r\n\x1a\n/,
  webp: /^RIFF.{4}WEBP/s,
  'svg+xml': /^(?:\xef\xbb\xbf)?(?:\s|<\?xml[^>]*>|<!--(?:(?!-->).)*-->)*<svg[\s>]/s,
};

/** Rules by field: each returns the rule that a trimmed value breaks, or null. */
const RULES: { readonly [Field in keyof Looks]: (value: string) => string | null } = {
  name(name) {
    if (marksProblem(name) !== null) return 'be without piles of marks on a letter';
    const isVisible = !HIDDEN.test(name) && !hidesCharacters(name) && /[\p{L}\p{N}]/u.test(name);
    if (isVisible && [...name].length <= VENUE_NAME_LENGTH_MAX) return null;
    return `be 1 to ${VENUE_NAME_LENGTH_MAX} visible characters with a letter or digit among them`;
  },
  currency(currency) {
    if (marksProblem(currency) !== null) return 'be without piles of marks on a letter';
    const isWord = /^[\p{L}\p{M}\p{Sc}\p{So} ]*[\p{L}\p{Sc}\p{So}]$/u.test(currency);
    if (isWord && [...currency].length <= CURRENCY_LENGTH_MAX) return null;
    return `be 1 to ${CURRENCY_LENGTH_MAX} letters or signs without digits, such as points or €`;
  },
  accent: (accent) => (/^(?:#[0-9a-f]{6})?$/i.test(accent) ? null : 'be a colour such as #2a52d8, or empty'),
  logo: (logo) => (logo === '' ? null : logoProblem(logo)),
  welcome: (text) => textRule(text, WELCOME_LENGTH_MAX),
  terms: (text) => textRule(text, TERMS_LENGTH_MAX),
};

/** The rule that a trimmed value breaks, such as `be a colour such as #2a52d8`; null if it breaks none. */
export const looksRule = (field: keyof Looks, value: string): string | null => RULES[field](value);

const textRule = (text: string, maximum: number): string | null =>
  textProblem(text, maximum)?.replace(/^must /, '') ?? null;

function logoProblem(logo: string): string | null {
  // Long before its bytes are looked at.
  if (logo.length > LOGO_BYTES_MAX * 2) return TOO_LARGE;
  const [, type = '', base64 = ''] = LOGO.exec(logo) ?? [];
  const begins = BEGINS[type];
  if (begins === undefined || base64.length % 4 !== 0) return `be a PNG, SVG or WebP as data:image/…;base64,…`;
  const bytes = binaryOf(base64);
  if (bytes.length > LOGO_BYTES_MAX) return TOO_LARGE;
  return begins.test(bytes) ? null : `be the ${type} that it says it is`;
}

const TOO_LARGE = `have at most ${LOGO_BYTES_MAX} bytes`;

/** Decodes base64: one character a byte. */
function binaryOf(base64: string): string {
  let [bits, held, bytes] = [0, 0, ''];
  for (const digit of base64.replace(/=+$/, '')) {
    held = ((held << 6) | DIGITS.indexOf(digit)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += String.fromCharCode((held >> bits) & 0xff);
  }
  return bytes;
}
