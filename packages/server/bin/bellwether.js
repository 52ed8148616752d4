#!/usr/bin/env node
/**
 * Starts the command line. Plain JavaScript, because an older Node cannot read the TypeScript behind it: such a Node
 * hands over to the one that `npm install` puts into node_modules.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Threads that collect garbage for all others, unless the command line of Node says how many. */
const COLLECTORS = 4;
const COLLECTORS_OPTION = '--v8-pool-size';

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) {
  limitCollectors();
  await import('../src/main.ts');
} else {
  handOver();
}

/**
 * On a machine with few cores four collectors take all of them from the threads that place orders, for tenths of a
 * second: there are as many as cores but one. Only the command line of Node can say so, so this process starts itself
 * anew in its own place.
 */
function limitCollectors() {
  const collectors = Math.max(1, availableParallelism() - 1);
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''];
  if (collectors >= COLLECTORS || options.some((option) => option.includes(COLLECTORS_OPTION))) return;
  const script = fileURLToPath(import.meta.url);
  const nodeOptions = [...process.execArgv, `${COLLECTORS_OPTION}=${collectors}`];
  // Not there on Windows, where it stays at four.
  process.execve?.(process.execPath, [process.execPath, ...nodeOptions, script, ...process.argv.slice(2)], process.env);
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
