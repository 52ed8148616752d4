/**
 * `npm run promises`: writes docs/reference/conformance.md from the promises. `npm run promises -- ID…` prints the files
 * whose tests prove them instead.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderDocument } from './document.ts';
import { readChapters } from './promises.ts';
import { filesProving, readProofs } from './proofs.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/reference/conformance.md');
const ids = process.argv.slice(2);
if (ids.length === 0) writeFileSync(DOCUMENT, renderDocument(readChapters()));
else
  process.stdout.write(
    filesProving(ids, readProofs())
      .map((file) => `${file}\n`)
      .join(''),
  );
