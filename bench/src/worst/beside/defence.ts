/** Figures of a venue that tell whether it held an attack off. */
import type { Defence } from './socket-attacks.ts';

export async function readDefence(url: string): Promise<Defence> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const sumOf = (name: string): number => {
    let sum = 0;
    for (const [, value] of text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, 'gm')))
      sum += Number(value);
    return sum;
  };
  return {
    held: sumOf('bellwether_connections_held'),
    refused: sumOf('bellwether_connections_refused'),
    feedsClosed: sumOf('bellwether_feed_closed'),
  };
}
