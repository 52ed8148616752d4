import { Writable } from 'node:stream';
import { runExport } from '../export.ts';

/** The journal as `export` writes it to one who reads slowly, and who is left open. */
export async function exported(dataDir: string): Promise<string> {
  let text = '';
  const output = new Writable({
    highWaterMark: 100,
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      setImmediate(done);
    },
  });
  await runExport(dataDir, output);
  if (output.writableEnded) throw new Error('the export has ended its output');
  return text;
}
