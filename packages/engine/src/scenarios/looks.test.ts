import { expect, test } from 'vitest';
import { LOGO_BYTES_MAX } from '../limits.ts';
import { type Looks, NO_LOOKS } from '../looks/looks.ts';
import { ScenarioVenue } from './venue.testing.ts';

const logo = (type: string, text: string): string => `data:image/${type};base64,${btoa(text)}`;
const PNG = '\x89PNG\r\n\x1a\n';

function outcome(changes: Partial<Looks>): string {
  const decision = new ScenarioVenue().submit({ kind: 'SetLooks', changes });
  return decision.kind === 'reject' ? String(decision.details['reason']) : decision.kind;
}

test('looks: each operator changes the fields that they name, and what is so already leaves no entry', () => {
  const v = new ScenarioVenue();
  v.accept({ kind: 'SetLooks', changes: { name: ' The Club ', accent: '#AA0000' } });
  v.accept({ kind: 'SetLooks', changes: { currency: 'acorns', accent: '#00aa00' } });
  expect(v.state.looks).toEqual({ ...NO_LOOKS, name: 'The Club', currency: 'acorns', accent: '#00aa00' });
  expect(v.submit({ kind: 'SetLooks', changes: { name: 'The Club', terms: null } }).kind).toBe('unchanged');
  v.accept({ kind: 'SetLooks', changes: { name: null, welcome: 'Hello.\n\nBe kind.', terms: '' } });
  expect(v.state.looks).toMatchObject({ name: null, welcome: 'Hello.\n\nBe kind.', terms: '', currency: 'acorns' });
  v.end();
});

test.each<[Partial<Looks>, string]>([
  [{ name: 'x'.repeat(60) }, 'accepted'],
  [{ name: 'x'.repeat(61) }, 'name must be 1 to 60 visible characters with a letter or digit among them'],
  [{ name: '' }, 'name must be 1 to 60 visible characters with a letter or digit among them'],
  [{ name: 'Club\u202e' }, 'name must be 1 to 60 visible'],
  [{ name: 'Cl\u200bub' }, 'name must be 1 to 60 visible'],
  [{ name: `C${'\u0301'.repeat(5)}` }, 'name must be without piles of marks'],
  [{ currency: '5' }, 'currency must be 1 to 12 letters or signs'],
  [{ accent: 'red' }, 'accent must be a colour such as #2a52d8, or empty'],
  [{ accent: '#ffffff' }, 'accepted'],
  [{ accent: '#fff' }, 'accent must be a colour'],
  [{ accent: '#ffffff;background:url(//x)' }, 'accent must be a colour'],
  [{ welcome: '<script>alert(1)</script>' }, 'accepted'],
  [{ welcome: 'x'.repeat(2_000) }, 'accepted'],
  [{ welcome: 'x'.repeat(2_001) }, 'welcome must have at most 2000 characters'],
  [{ terms: 'x'.repeat(20_000) }, 'accepted'],
  [{ terms: 'x'.repeat(20_001) }, 'terms must have at most 20000 characters'],
  [{ terms: 'a\u0007' }, 'terms must not contain control characters'],
  [{ logo: logo('png', PNG) }, 'accepted'],
  [{ logo: logo('png', PNG.padEnd(LOGO_BYTES_MAX, 'x')) }, 'accepted'],
  [{ logo: logo('png', PNG.padEnd(LOGO_BYTES_MAX + 1, 'x')) }, 'logo must have at most 32768 bytes'],
  [{ logo: logo('png', PNG.padEnd(99_999, 'x')) }, 'logo must have at most 32768 bytes'],
  [{ logo: logo('webp', 'RIFF\0\0\0\0WEBPVP8 ') }, 'accepted'],
  [
    { logo: logo('svg+xml', '<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="http://www.w3.org/2000/svg"/>') },
    'accepted',
  ],
  [{ logo: logo('svg+xml', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>') }, 'logo must be the svg+xml that it says'],
  [{ logo: logo('svg+xml', `${'<!-- -->'.repeat(4_000)}<html>`) }, 'logo must be the svg+xml that it says'],
  [{ logo: logo('svg+xml', '<html><svg/></html>') }, 'logo must be the svg+xml that it says'],
  [{ logo: logo('png', '<svg/>') }, 'logo must be the png that it says it is'],
  [{ logo: logo('gif', 'GIF89a') }, 'logo must be a PNG, SVG or WebP as data:image/'],
  [{ logo: 'data:text/html;base64,PHNjcmlwdD4=' }, 'logo must be a PNG, SVG or WebP as data:image/'],
  [{ logo: 'data:image/svg+xml,<svg/>' }, 'logo must be a PNG, SVG or WebP as data:image/'],
  [{ logo: 'https://elsewhere.example/logo.png' }, 'logo must be a PNG, SVG or WebP as data:image/'],
])('looks: rule %#', (changes, expected) => {
  expect(outcome(changes)).toContain(expected);
});
