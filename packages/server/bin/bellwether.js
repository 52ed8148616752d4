#!/usr/bin/env node
/**
 * Starts the command line. Plain JavaScript, because an older Node cannot read the TypeScript behind it: such a Node
 * hands over to the one that `npm install` puts into node_modules.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) {
  await import('../src/main.ts');
} else {
  handOver();
}

function handOver() {
  const node = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url));
  if (!existsSync(node)) {
    process.stderr.write(
      `bellwether: needs Node ${NODE_MAJOR_MIN} or newer, this is ${process.version}. ` +
        'Run "npm install" in the repository, or install a newer Node.\n',
    );
    process.exit(1);
  }
  const script = fileURLToPath(import.meta.url);
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The child ends when it has closed cleanly; this process only waits for that.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`bellwether: cannot start ${node}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
  });
}
