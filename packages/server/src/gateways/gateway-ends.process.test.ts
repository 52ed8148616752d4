/** A further gateway that ends by itself: the process is told, once, and can be closed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { startVenue } from '../compose.ts';
import { readConfig } from '../config.ts';
import { MACHINE } from '../runtime/machine.ts';

test('gateways: one that ends by itself fails the venue, and what is left of it closes [D48]', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gateway-ends-'));
  const workers: Worker[] = [];
  const remember = (worker: Worker): void => void workers.push(worker);
  process.on('worker', remember);
  try {
    const failures: string[] = [];
    const failed = Promise.withResolvers<void>();
    const config = readConfig(
      { BELLWETHER_DATA_DIR: dataDir, BELLWETHER_PORT: '0', BELLWETHER_GATEWAYS: '2', BELLWETHER_LOG_LEVEL: 'silent' },
      false,
    );
    const venue = await startVenue({
      config,
      runtime: MACHINE,
      onFailure: (message) => {
        failures.push(message);
        failed.resolve();
      },
    });
    const gateway = workers.find(({ threadName }) => threadName === 'gateway');
    await gateway?.terminate();
    await failed.promise;
    expect(failures).toEqual(['gateway 1 has failed: its thread ended with code 1']);
    await venue.stop();
    expect(failures).toHaveLength(1);
    expect(venue.stillOpen()).toEqual([]);
  } finally {
    process.off('worker', remember);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
