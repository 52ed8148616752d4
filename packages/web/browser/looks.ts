/** Flaws of a page in light and dark, wide and narrow: accessibility violations and horizontal overflow. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Severities that would keep someone from using the page. */
const GRAVE: readonly string[] = ['serious', 'critical'];

interface Look {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** Rules of the accessibility scan; all rules if undefined. */
  readonly rules?: readonly string[];
  /** Rule that the scan skips. */
  readonly without?: string;
}

/** Looks that each page is checked in, on one load. `dark` runs only colour rules, `narrow` all but colour contrast. */
export const LOOKS: readonly [Look, ...Look[]] = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 900 },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 900, rules: ['color-contrast', 'link-in-text-block'] },
  { name: 'narrow', colorScheme: 'dark', width: 360, height: 740, without: 'color-contrast' },
];

/** Returns axe's grave findings, one line each. */
function findings(page: Page, { rules, without }: Look): Promise<readonly string[]> {
  const only = {
    ...(rules !== undefined && { runOnly: [...rules] }),
    ...(without !== undefined && { rules: { [without]: { enabled: false } } }),
  };
  return page.evaluate(
    async ([grave, options]) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false, ...options });
      return violations
        .filter(({ impact }) => grave.includes(impact ?? ''))
        .flatMap(({ id, nodes }) =>
          nodes.map(({ target, any }) => `${id} ${target.join(' ')} ${any[0]?.message ?? ''}`),
        );
    },
    [GRAVE, only] as const,
  );
}

/** Changes colours and window size, and waits until they are painted. */
export async function change(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Returns the flaws of the current page in every look. */
export async function flaws(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  await page.evaluate(AXE);
  for (const look of LOOKS) {
    await change(page, look);
    const excess = await excessWidth(page);
    if (excess > 0) found.push(`${look.name}: ${excess} px too wide`);
    found.push(...(await findings(page, look)).map((line) => `${look.name}: ${line}`));
  }
  return found;
}

/** Returns by how many pixels the page is wider than its window. */
const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
