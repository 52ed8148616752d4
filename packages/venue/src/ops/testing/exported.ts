import { Writable } from 'node:stream';
import { runExport } from '../export.ts';

/** Output of `export` to a slow reader. Throws if the export ends that output, which it must leave open. */
export async function exported(dataDir: string): Promise<string> {
  const chunks: Buffer[] = [];
  const output = new Writable({
    highWaterMark: 100,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      setImmediate(done);
    },
  });
  await runExport(dataDir, output);
  if (output.writableEnded) throw new Error('the export has ended its output');
  return Buffer.concat(chunks).toString();
}
