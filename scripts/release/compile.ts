/** Runs the compiler on some files of the repository with options of their own. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '../bundle/program.ts';
import { writeJson } from './manifest.ts';

/** Emits declarations, and code unless the options say otherwise, into `work/out`; paths are relative to `packages`. */
export function compile(files: readonly string[], work: string, options: object): void {
  const config = join(work, 'tsconfig.json');
  const emits = { noEmit: false, incremental: false, tsBuildInfoFile: null, declaration: true };
  const places = { rootDir: join(PROJECT, 'packages'), outDir: join(work, 'out') };
  writeJson(config, {
    extends: join(PROJECT, 'tsconfig.base.json'),
    compilerOptions: { ...emits, ...places, ...options },
    files,
  });
  execFileSync(process.execPath, [join(PROJECT, 'node_modules/typescript/bin/tsc'), '-p', config], {
    stdio: 'inherit',
  });
}
