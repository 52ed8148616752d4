import { expect, test } from 'vitest';
import { readTyped, separatorsOf, typedText } from './typed-number.ts';

const written = (locale: string, texts: Readonly<Record<string, bigint>>) =>
  Object.entries(texts).map(([text, micros]) => [locale, text, micros] as const);

test.each([
  ...written('en-US', { '12.5': 12_500_000n, '12,5': 12_500_000n, ' $ 1 000 ': 1_000_000_000n }),
  ...written('en-US', { '1,000': 1_000_000_000n, '1,234,567.25': 1_234_567_250_000n, '0,500': 500_000n }),
  ...written('en-US', { '.5': 500_000n, '5.': 5_000_000n, '55¢': 55_000_000n, '٥٥': 55_000_000n, '0': 0n }),
  ...written('de-DE', { '12,5': 12_500_000n, '1.000': 1_000_000_000n, '1.234.567,25': 1_234_567_250_000n }),
  ...written('de-DE', { '12.5': 12_500_000n, '0.500': 500_000n }),
  ...written('fr-FR', { '1\u202f000,5': 1_000_500_000n, '1,000': 1_000_000n }),
  ...written('de-CH', { '1’000.5': 1_000_500_000n }),
  ...written('en-IN', { '12,34,567.5': 1_234_567_500_000n }),
  ...written('pt-BR', { '$ 1.000,00': 1_000_000_000n }),
  ...written('ar-EG', { '١٬٠٠٠٫٥': 1_000_500_000n, '12.5': 12_500_000n }),
  ...written('fa-IR', { '۱۲٫۵': 12_500_000n }),
  ...written('hi-IN-u-nu-deva', { '१२.५': 12_500_000n }),
  ...written('ja-JP', { '１２.５': 12_500_000n }),
])('in %s %j is a number', (locale, text, micros) =>
  expect(readTyped(text, separatorsOf(locale))).toEqual({ kind: 'number', micros }),
);

const wrong = (locale: string, ...texts: readonly string[]) => texts.map((text) => [locale, text] as const);

test.each([
  ...wrong('en-US', '1.000.000', '1,5,5', '1,00,5', '-3', '1e5', 'abc', '1.2345678', '1234567890123', '.'),
  ...wrong('de-DE', '1,000.5'),
  // Ambiguous: a thousand in some locales, one in others.
  ...wrong('fr-FR', '1.000'),
])('in %s %j is refused with a reason', (locale, text) =>
  expect(readTyped(text, separatorsOf(locale))).toMatchObject({ kind: 'bad', reason: expect.stringMatching(/./) }),
);

test('the reason shows how the locale writes it', () => {
  for (const [text, shown] of [['1,00,5', '1234,5'] as const, ['abc', '12,5'] as const])
    expect(readTyped(text, separatorsOf('de-DE'))).toMatchObject({ reason: expect.stringContaining(shown) });
});

test('what is written into a field is read as the same number [Z3]', () => {
  for (const locale of ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'ar-EG', 'pl-PL', 'pt-PT', 'sv-SE', 'es-ES']) {
    const separators = separatorsOf(locale);
    for (const decimal of ['1234.5', '1000', '0.000001', '1.125', '47.619047', '1234567.89']) {
      const typed = readTyped(typedText(decimal, separators), separators);
      const micros = BigInt(Math.round(Number(decimal) * 1e6));
      expect([locale, decimal, typed]).toEqual([locale, decimal, { kind: 'number', micros }]);
    }
  }
});

test('nothing typed is no mistake', () => expect(readTyped('  ')).toEqual({ kind: 'empty' }));
