/**
 * `npm run promises`: writes docs/reference/conformance.md from the promises. With ids or letters of chapters, prints
 * those promises instead, each with the files whose tests prove it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printed, renderDocument } from './document.ts';
import { readChapters } from './promises.ts';
import { readProofs } from './proofs.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/reference/conformance.md');
const asked = process.argv.slice(2);
if (asked.length === 0) writeFileSync(DOCUMENT, renderDocument(readChapters()));
else process.stdout.write(printed(asked, readChapters(), readProofs()));
