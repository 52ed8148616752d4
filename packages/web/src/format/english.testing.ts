/** Fixes the locale of the formatters, which otherwise use the machine's. Formatters are imported after it. */
import { vi } from 'vitest';

const Native = Intl.NumberFormat;

export function speak(locale: string): void {
  // biome-ignore lint/complexity/useArrowFunction: it is called with `new`.
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function (_locale, options) {
    return new Native(locale, options);
  } as typeof Intl.NumberFormat);
}
