/** `npm run docs:reference`: writes the pages of `generated.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED, ROOT } from './generated.ts';

for (const { path, render } of GENERATED) writeFileSync(join(ROOT, path), render());
