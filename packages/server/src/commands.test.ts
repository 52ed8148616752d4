import { SETTING_NAMES } from '@bellwether/venue/config/settings.ts';
import { expect, test } from 'vitest';
import { COMMANDS, settingsText, usageText } from './commands.ts';

const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));

test('help: has every command, within 120 columns', () => {
  const text = usageText();
  for (const { name } of COMMANDS) expect(text).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect(widest(text)).toBeLessThanOrEqual(120);
});

test('help: settings has every setting once, in plain text within 120 columns', () => {
  const text = settingsText();
  const listed = [...text.matchAll(/^ {2}(BELLWETHER_\w+)$/gm)].map(([, name = '']) => name);
  expect(listed.sort()).toEqual([...SETTING_NAMES].sort());
  expect(text).not.toContain('`');
  expect(widest(text)).toBeLessThanOrEqual(120);
});
