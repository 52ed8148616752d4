/** Design-system colours for canvas drawing. They change with the theme. */
import { useEffect, useState } from 'react';

export interface ChartColours {
  readonly lines: readonly string[];
  readonly text: string;
  readonly grid: string;
  readonly surface: string;
}

const LINES = 8;

export const lineColour = (line: number): string => `var(--line-${(line % LINES) + 1})`;

/** Resolves the colours through an element, because a canvas does not support `light-dark()`. */
function readColours(): ChartColours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    lines: Array.from({ length: LINES }, (_, index) => read(`--line-${index + 1}`)),
    text: read('--text-faint'),
    grid: read('--line'),
    surface: read('--surface'),
  };
  probe.remove();
  return colours;
}

/** Returns the current colours, and re-renders when the theme changes. */
export function useChartColours(): ChartColours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const renew = (): void => setColours(readColours());
    const system = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(renew);
    system.addEventListener('change', renew);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', renew);
      chosen.disconnect();
    };
  }, []);
  return colours;
}
