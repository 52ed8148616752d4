/** Before `npm pack` and `npm publish` of the SDK: replaces the files that run from source with the published ones. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { stageSdk } from './stage.ts';

const SDK = join(import.meta.dirname, '../../packages/sdk');

// `postpack.ts` restores it.
copyFileSync(join(SDK, 'package.json'), join(SDK, 'package.source.json'));
stageSdk(SDK);
