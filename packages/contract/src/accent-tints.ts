/**
 * Tints of the venue's accent that can be read in both themes: darkened on light grounds and lightened on dark ones,
 * until each text has the contrast of 4.5 that WCAG 2 asks for. So every colour may be an accent, white and black too.
 */

type Rgb = readonly [red: number, green: number, blue: number];

/** Grounds that the page puts the accent on, and text that it puts on the accent: `tokens.css` has the same. */
export const ACCENT_GROUNDS = {
  light: { grounds: ['#ffffff', '#eef0f4'], towards: '#000000', soft: '#ffffff' },
  dark: { grounds: ['#0b1020', '#1c2430'], towards: '#ffffff', soft: '#141a22' },
} as const;
const CONTRAST_MIN = 4.5;
const STEPS = 64;
/** Part of the accent in the ground of badges, and how far the stronger tint goes on. */
const SOFT = 0.12;
const STRONGER = 0.2;

/** Custom properties of the page by name. */
export function accentTints(accent: string): Readonly<Record<string, string>> {
  const [light, dark] = [tintsOn('light', accent), tintsOn('dark', accent)];
  const both = (name: keyof typeof light): string => `light-dark(${light[name]}, ${dark[name]})`;
  return { '--accent': both('accent'), '--accent-strong': both('strong'), '--accent-soft': both('soft') };
}

export function tintsOn(theme: keyof typeof ACCENT_GROUNDS, wanted: string) {
  const { grounds, towards, soft: ground } = ACCENT_GROUNDS[theme];
  for (let step = 0; ; step++) {
    const accent = mixed(wanted, towards, step / STEPS);
    const soft = mixed(ground, accent, SOFT);
    const isReadable = [...grounds, soft].every((each) => contrast(accent, each) >= CONTRAST_MIN);
    if (isReadable || step === STEPS) return { accent, soft, strong: mixed(accent, towards, STRONGER) };
  }
}

/** Contrast of two colours by WCAG 2: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = rgb(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(from: string, to: string, part: number): string {
  const end = rgb(to);
  const values = rgb(from).map((value, at) => Math.round(value + ((end[at] ?? 0) - value) * part));
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const rgb = (colour: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;
