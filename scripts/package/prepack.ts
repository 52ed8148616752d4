/** Before `npm pack` and `npm publish` of the SDK: puts what is published in the place of what runs from source. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { stageSdk } from './stage.ts';

const SDK = join(import.meta.dirname, '../../packages/sdk');

// `postpack.ts` puts it back.
copyFileSync(join(SDK, 'package.json'), join(SDK, 'package.source.json'));
stageSdk(SDK);
