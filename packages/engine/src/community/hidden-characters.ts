/**
 * Hidden characters of a text: zero-width characters, characters that change the text direction, blank letters, tags.
 * Invisible characters that emoji and scripts need stay if they are used correctly: joiners within emoji and after
 * letters of scripts that join, variation selectors after characters with variants, and the tags of flags.
 */

/** Scripts that joiners affect (Persian, Sinhala and related ones). */
const JOINING = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/**
 * Characters that draw nothing by themselves. Not all formats are included: signs of Arabic numbers and the like are
 * drawn.
 */
const UNSEEN = '[\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\uFFF9-\\uFFFB\\u{13430}-\\u{1345F}]';

/** Letters only: hidden characters of these scripts cannot justify other hidden characters. */
const SEEN_JOINING = `(?!${UNSEEN})[${JOINING}]`;
const SEEN_MONGOLIAN = `(?!${UNSEEN})\\p{Script=Mongolian}`;
const MONGOLIAN_FORM = '[\\u180B-\\u180F]';
const FLAG_TAG = '[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]';

const SPELLING: readonly string[] = [
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]|\\p{Emoji}\\uFE0F)\\u200D(?=\\p{Extended_Pictographic})',
  `(?<=${SEEN_JOINING}|${SEEN_MONGOLIAN}${MONGOLIAN_FORM}{1,2})[\\u200C\\u200D]`,
  '(?<=\\p{Emoji})[\\uFE0E\\uFE0F]',
  '(?<=\\p{Unified_Ideograph})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  `(?<=${SEEN_MONGOLIAN}${MONGOLIAN_FORM}?)${MONGOLIAN_FORM}`,
  `\\u{1F3F4}${FLAG_TAG}{1,6}\\u{E007F}`,
];

const HIDDEN = new RegExp(`(${SPELLING.join('|')})|${UNSEEN}`, 'gu');
const ANY_UNSEEN = new RegExp(UNSEEN, 'u');

/**
 * Removes hidden characters from the text. O(length). A character is only justified by visible neighbours, so removing
 * other characters never changes the result.
 */
export function withoutHidden(text: string): string {
  return ANY_UNSEEN.test(text) ? text.replace(HIDDEN, (_found, spelled?: string) => spelled ?? '') : text;
}

export const hidesCharacters = (text: string): boolean => withoutHidden(text) !== text;
