/** After `npm pack` and `npm publish` of the SDK: restores the folder to its state in the repository. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const SDK = join(import.meta.dirname, '../../packages/sdk');

const source = join(SDK, 'package.source.json');
if (existsSync(source)) renameSync(source, join(SDK, 'package.json'));
for (const made of ['dist', 'LICENSE']) rmSync(join(SDK, made), { recursive: true, force: true });
