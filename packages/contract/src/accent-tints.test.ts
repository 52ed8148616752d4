import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACCENT_GROUNDS, contrast, tintsOn } from './accent-tints.ts';

const colour = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const examples = ['#ffffff', '#000000', '#ffff00', '#808080', '#2a52d8'].map((one) => [one] as [string]);

test('accent: every colour is readable as text, under text and on badges, in both themes', () => {
  fc.assert(
    fc.property(colour, (wanted) => {
      for (const theme of ['light', 'dark'] as const) {
        const { accent, soft, strong } = tintsOn(theme, wanted);
        const { grounds } = ACCENT_GROUNDS[theme];
        const pairs = [...grounds, soft].flatMap((ground) => [contrast(accent, ground), contrast(strong, ground)]);
        expect(Math.min(...pairs), `${theme} ${wanted} ${accent} ${soft} ${strong}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { examples },
  );
});

test('accent: a readable colour stays as it is, and contrast is the one of WCAG', () => {
  expect(tintsOn('light', '#2a52d8').accent).toBe('#2a52d8');
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
});

test('accent: its grounds are those of the page', () => {
  const css = readFileSync(new URL('../../web/src/styles/tokens.css', import.meta.url), 'utf8');
  const pair = (name: string) => new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)?.slice(1);
  const on = ([light, dark]: readonly string[] = []) => [light, dark];
  expect(on(pair('on-accent'))).toEqual([ACCENT_GROUNDS.light.grounds[0], ACCENT_GROUNDS.dark.grounds[0]]);
  for (const name of ['canvas', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover']) {
    const grounds = on(pair(name));
    (['light', 'dark'] as const).forEach((theme, at) => {
      const [own = '', worst = ''] = [grounds[at], ACCENT_GROUNDS[theme].grounds[1]];
      const text = theme === 'light' ? '#000000' : '#ffffff';
      expect(contrast(own, text), `${name} ${theme}`).toBeGreaterThanOrEqual(contrast(worst, text));
    });
  }
});
