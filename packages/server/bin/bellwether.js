#!/usr/bin/env node
/**
 * Starts the command line. Plain JavaScript, because an older Node cannot read the TypeScript behind it: such a Node
 * hands over to the one that `npm install` puts into node_modules.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtProgram } from './built.js';

const NODE_MAJOR_MIN = 24;
const SOURCE = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Threads that collect garbage for all others, unless the command line of Node says how many. */
const COLLECTORS = 4;
/**
 * Mebibytes of half of a thread's young heap, 32 by default: with eight threads that are mostly at rest the rest of it is
 * memory that is never used again. An order costs the same with 16; with 8 some 4 % more.
 */
const SEMI_SPACE_MIB = 16;
/**
 * For the C library of Linux: buffers of so many bytes have pages of their own, which the system gets back with them. Left
 * alone it raises that bound with the first large buffer, and keeps what a start has used.
 */
const MALLOC = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };
/** Beside what `npm install` has put there, and gone with it. */
const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) {
  keepCompiled();
  boundMemory();
  await import(pathToFileURL(builtProgram() ?? SOURCE).href);
} else {
  handOver();
}

/**
 * TypeScript that was stripped and compiled once is read by the next start, in this process and all its threads: every one
 * of them spares half of the time that its modules take. Node checks what it reads against the source, and does without
 * where it cannot write. What the operator says of it stays.
 */
function keepCompiled() {
  const { NODE_COMPILE_CACHE: given, NODE_DISABLE_COMPILE_CACHE: disabled } = process.env;
  if (given !== undefined || disabled !== undefined || !existsSync(PACKAGES)) return;
  const folder = join(PACKAGES, '.cache', 'bellwether');
  // For this process if it goes on as it is, and for its threads and for what it becomes.
  module.enableCompileCache(folder);
  process.env.NODE_COMPILE_CACHE = folder;
}

/**
 * On a machine with few cores four collectors take all of them from the threads that place orders, for tenths of a
 * second: there are as many as cores but one. Only the command line of Node can say so, and only the environment what the
 * C library does, so this process starts itself again in its own place. What the operator says of either stays.
 */
function boundMemory() {
  const collectors = Math.max(1, availableParallelism() - 1);
  // Without the dashes: `--no-expose-gc` says something of it too.
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''];
  const options = [
    ...(collectors < COLLECTORS ? [['--v8-pool-size', collectors]] : []),
    ['--max-semi-space-size', SEMI_SPACE_MIB],
    // For the moment after a start (`threads/release-memory.ts`).
    ['--expose-gc'],
  ].filter(([name]) => !given.some((option) => option.includes(name.slice(2))));
  if (options.length === 0) return;
  const nodeOptions = [...process.execArgv, ...options.map((option) => option.join('='))];
  const args = [process.execPath, ...nodeOptions, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  // Not there on Windows, where all stays as it is.
  process.execve?.(process.execPath, args, { ...MALLOC, ...process.env });
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
