/** `npm run promises`: writes docs/reference/conformance.md from the promises and the tests that name them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderDocument } from './document.ts';
import { readChapters } from './promises.ts';
import { readProofs } from './proofs.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/reference/conformance.md');
writeFileSync(DOCUMENT, renderDocument(readChapters(), readProofs()));
