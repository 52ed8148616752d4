/** Sandboxes that end with the test that starts them. */
import { onTestFinished } from 'vitest';
import { type Played, play } from './played.ts';

export async function started(options: Parameters<typeof play>[0] = {}): Promise<Played> {
  const played = await play(options);
  onTestFinished(played.close);
  return played;
}

export async function restarted(played: Played): Promise<Played> {
  await played.stop();
  return started({ dataDir: played.dataDir });
}
