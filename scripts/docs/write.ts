/** `npm run docs:reference`: writes the pages of `generated.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED, LLMS_FULL, ROOT } from './generated.ts';

for (const { path, render } of [...GENERATED, LLMS_FULL]) writeFileSync(join(ROOT, path), render());
