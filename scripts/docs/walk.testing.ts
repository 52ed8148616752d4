/**
 * Walks a page as a reader does, for the tests of the documents: its blocks in order, in one shell, in an empty folder,
 * against a real venue. Addresses are replaced, and nothing else. Blocks that need a registry or other machines are
 * left out; blocks that need PostgreSQL run where it is installed.
 */
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { postgresBinaries } from '@bellwether/postgres-process/binaries';
import { claimPort } from '@bellwether/postgres-process/ports';
import { createDataDir } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { eventually } from '@bellwether/venue-process/progress';
import { expect, test } from 'vitest';
import { type Block, blocksOf, isWalked, startsVenue } from './blocks.testing.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Prints refusals and fails on them, so that a block whose request is refused is a block that fails. */
const CURL = '#!/bin/sh\ncommand -p curl --fail-with-body "$@"\n';

function environment(folder: string, port: number): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:NODE_|npm_|BELLWETHER|VITEST)/i.test(name));
  const path = `${join(folder, '.bin')}:${process.env['PATH']}`;
  const venue = { VENUE: `http://127.0.0.1:${port}`, BELLWETHER_PORT: String(port), BELLWETHER_DEMO_PAST: 'off' };
  return { ...Object.fromEntries(own), PATH: path, ...venue };
}

/** A folder that has what a checkout brings: its packages, and its npm scripts. */
function prepare(folder: string): void {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const here = Object.entries(scripts)
    .filter(([name]) => scripts[name.replace(/^pre/, '')] === undefined || !name.startsWith('pre'))
    .map(([name, script]) => [name, script.replace(/^node (\w)/, `node ${ROOT}/$1`)]);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: Object.fromEntries(here) }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, '.bin'));
  writeFileSync(join(folder, '.bin/curl'), CURL, { mode: 0o755 });
}

/** One reader: a shell, and the venue that a block has started. */
class Walk {
  readonly #options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
  readonly #shell: Program;
  readonly #port: number;
  /** Port at which other nodes would reach the venue. */
  readonly #link: number;
  #postgres: PostgresPair | null = null;
  #venue: Program | null = null;
  /** Output of the last block. */
  #printed = '';
  #blocks = 0;

  constructor(cwd: string, port: number, link: number) {
    [this.#port, this.#link] = [port, link];
    this.#options = { cwd, env: environment(cwd, port) };
    this.#shell = new Program(['bash', '-euo', 'pipefail'], { ...this.#options, stdio: ['pipe', 'pipe', 'pipe'] });
  }

  /** Runs a block. One of language `text` is what the block before it prints. */
  async run(block: Block): Promise<void> {
    if (block.need === 'postgres') this.#postgres ??= await startPostgresPair({ standby: true });
    const text = block.text
      .replaceAll(/postgres:\/\/[^\s'"]+/g, this.#postgres?.primary.url ?? '')
      .replaceAll('8080', String(this.#port))
      .replaceAll(/10\.0\.0\.1:\d+/g, `127.0.0.1:${this.#link}`);
    if (block.language === 'text') expect(this.#printed).toContain(text);
    else if (block.file !== null) writeFileSync(join(this.#options.cwd, block.file), text);
    else if (block.language === 'sql') await this.#type(`${this.#psql()} <<'END'\n${text}END`);
    else if (startsVenue(block)) await this.#start(text);
    else {
      if (block.need === 'stopped') await this.stop();
      await this.#type(text);
    }
  }

  async stop(): Promise<void> {
    await this.#venue?.end();
    this.#venue = null;
    // The command may be npm's, which ends before the venue.
    await eventually(() => expect(fetch(`http://127.0.0.1:${this.#port}/ok`)).rejects.toThrow());
  }

  async end(): Promise<void> {
    await this.stop();
    await this.#shell.end();
    await this.#postgres?.stop();
  }

  #psql(): string {
    return `'${postgresBinaries()?.folder}/psql' -qv ON_ERROR_STOP=1 '${this.#postgres?.primary.url}'`;
  }

  async #start(text: string): Promise<void> {
    await this.stop();
    this.#venue = new Program(['bash', '-euc', text], this.#options);
    await this.#venue.said(/ready at /);
    // The demo's history, which this test leaves out, ends with offers.
    if (/npm start|bellwether demo/.test(text)) await eventually(() => expect(this.#offers()).resolves.not.toEqual([]));
  }

  /** Open markets in which someone offers shares. */
  async #offers(): Promise<unknown[]> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/markets?closed=false&order=liquidity&limit=1`);
    const markets = (await answer.json()) as { readonly bestAsk: number }[];
    return markets.filter(({ bestAsk }) => bestAsk > 0 && bestAsk < 1);
  }

  async #type(text: string): Promise<void> {
    const { stdin } = this.#shell.child;
    this.#blocks += 1;
    const done = `block ${this.#blocks} is done`;
    const before = this.#shell.stdout.length;
    if (stdin?.write(`{\n${text}\n} </dev/null\necho; echo '${done}'\n`) === false) await once(stdin, 'drain');
    await this.#shell.said(new RegExp(`^${done}$`, 'm'));
    this.#printed = this.#shell.stdout.slice(before);
  }
}

const isLeftOut = ({ language, need, file, text }: Block): boolean =>
  !isWalked({ language, file }) ||
  // The README's second command: the tests do not run themselves.
  text === 'npm test\n' ||
  ['network', 'machines'].includes(need ?? '') ||
  ((need === 'postgres' || language === 'sql') && postgresBinaries() === null);

/** Declares a test for each page that matches `pattern`. */
export function testPages(pattern: readonly string[]): void {
  test.each(globSync([...pattern], { cwd: ROOT }).sort())('docs: the blocks of %s run in their order', async (page) => {
    const blocks = blocksOf(readFileSync(join(ROOT, page), 'utf8')).filter((block) => !isLeftOut(block));
    expect(blocks).not.toEqual([]);
    const folder = createDataDir();
    prepare(folder);
    const walk = new Walk(folder, await claimPort(), await claimPort());
    try {
      for (const block of blocks) await walk.run(block);
    } finally {
      await walk.end();
    }
  });
}
