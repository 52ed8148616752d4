#!/usr/bin/env node
/**
 * Starts the command line. This file is plain JavaScript because an older Node cannot read the TypeScript behind it:
 * such a Node hands over to the one that `npm install` puts into node_modules.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { availableParallelism, constants } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtProgram } from './built.js';

// The first whose SQLite the journal takes, 3.51.3.
const NODE_MIN = [24, 15];
const SOURCE = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Node's default size of V8's thread pool, which collects garbage for all threads of the process. */
const COLLECTORS = 4;
/**
 * Size in MiB of one half (semi-space) of a thread's young heap; Node's default is 32. With eight mostly idle threads
 * the rest is memory that is never used again. Orders cost the same with 16 MiB, and about 4 % more with 8.
 */
const SEMI_SPACE_MIB = 16;
/**
 * Thresholds for glibc on Linux: larger buffers get pages of their own, which return to the system when they are freed.
 * Without a fixed threshold glibc raises it with the first large buffer and keeps the memory that the start used.
 */
const MALLOC = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };
/** Folders of the installed packages: the repository's own, and the one that this package is installed in. */
const FOLDERS = ['../../../node_modules', '../../../..']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter((path) => basename(path) === 'node_modules' && existsSync(path));
const [PACKAGES] = FOLDERS;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) {
  keepCompiled();
  boundMemory();
  await import(pathToFileURL(builtProgram() ?? SOURCE).href);
} else {
  handOver();
}

/**
 * Caches stripped and compiled TypeScript for the next start, in this process and all its threads. This halves the load
 * time of the modules in each thread. Node checks the cache against the source, and does without it where it cannot
 * write. Settings of the operator take precedence.
 */
function keepCompiled() {
  const { NODE_COMPILE_CACHE: given, NODE_DISABLE_COMPILE_CACHE: disabled } = process.env;
  if (given !== undefined || disabled !== undefined || PACKAGES === undefined) return;
  const folder = join(PACKAGES, '.cache', 'bellwether');
  // For this process if it continues as it is, and for its threads and the process that replaces it.
  module.enableCompileCache(folder);
  process.env.NODE_COMPILE_CACHE = folder;
}

/**
 * Limits garbage-collection threads to the number of cores minus one. On a machine with few cores, four collectors take
 * all cores from the threads that place orders for tenths of a second. Only Node's command line can set this, and only
 * the environment can configure the C library, so the process re-executes itself in place. Options and variables that
 * the operator set take precedence.
 */
function boundMemory() {
  const collectors = Math.max(1, availableParallelism() - 1);
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''];
  const options = [
    ...(collectors < COLLECTORS ? [['--v8-pool-size', collectors]] : []),
    ['--max-semi-space-size', SEMI_SPACE_MIB],
  ].filter(([name]) => !given.some((option) => option.includes(name)));
  if (options.length === 0) return;
  const nodeOptions = options.map((option) => option.join('='));
  const words = process.argv.slice(2);
  // The single file takes options from the environment only: its command line is all the program's.
  const [args, environment] = process.getBuiltinModule('node:sea').isSea()
    ? [words, { NODE_OPTIONS: [process.env.NODE_OPTIONS, ...nodeOptions].join(' ').trim() }]
    : [[...process.execArgv, ...nodeOptions, fileURLToPath(import.meta.url), ...words], {}];
  // `execve` does not exist on Windows, where the defaults stay.
  process.execve?.(process.execPath, [process.execPath, ...args], { ...MALLOC, ...process.env, ...environment });
}

function handOver() {
  const node = FOLDERS.map((path) => join(path, 'node', 'bin', 'node')).find((path) => existsSync(path));
  if (node === undefined) {
    const advice = existsSync(SOURCE) ? '"npm install" in the repository' : '"npm install node" beside this package';
    process.stderr.write(
      `bellwether: needs Node ${NODE_MIN.join('.')} or newer, this is ${process.version}: run ${advice} to get one\n`,
    );
    process.exit(1);
  }
  const script = fileURLToPath(import.meta.url);
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  // This process only waits; the child exits when it has closed cleanly.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`bellwether: cannot start ${node}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
  });
}
