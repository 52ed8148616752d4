/** `npm run docs:site -- --out DIR [--base PATH]`: writes the documents as static pages. */
import { parseArgs } from 'node:util';
import { writeSite } from './build.ts';

const { values } = parseArgs({ options: { out: { type: 'string' }, base: { type: 'string' } } });
if (values.out === undefined) throw new Error('--out is missing: it names the folder for the pages');
await writeSite(values.out, values.base);
