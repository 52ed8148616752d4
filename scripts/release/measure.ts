/**
 * `npm run release:measure -- --release DIR [--runs N] [--only npm,file,image]`: what a newcomer waits for with each
 * artefact of a release, in empty folders: the installation, starts to the first answer, and the first own order in the
 * browser. The image needs the tools of `test:release`; its installation is its build on a Debian that is there.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@bellwether/sdk';
import { Program } from '@bellwether/venue-process/program';
import { launchChromium } from '../../packages/web/browser/chromium.ts';
import { welcome } from '../../packages/web/browser/visitor.ts';
import { PROJECT } from '../bundle/program.ts';
import { buildBase, buildImage, canRunImages, packDebian, runImage } from './image.ts';
import { readManifest } from './manifest.ts';

/** Commands whose starts are timed. */
const COMMANDS = ['sandbox', 'serve', 'demo'];

interface Artefact {
  /** Installs it into an empty folder; returns the place of the installed files. */
  install(folder: string): string;
  /** Words that start a command on a data folder. */
  words(folder: string, dataDir: string, command: string): readonly string[];
}

const { values } = parseArgs({
  options: {
    release: { type: 'string', default: '' },
    runs: { type: 'string', default: '10' },
    only: { type: 'string', default: 'npm,file,image' },
  },
});
if (values.release === '') throw new Error('--release is missing: it names the folder of a release');
const release = resolve(values.release);
const runs = Number(values.runs);
const { version } = readManifest(PROJECT);
const tgz = join(release, `bellwether-${version}.tgz`);
const work = mkdtempSync(join(tmpdir(), 'bellwether-measure-'));
const program = (folder: string): string => join(folder, 'bellwether');

const npm = (folder: string, ...words: readonly string[]): void =>
  void execFileSync(words[0] ?? '', [...words.slice(1), '--cache', join(folder, 'cache')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

const ARTEFACTS: Readonly<Record<string, Artefact>> = {
  npm: {
    install(folder) {
      npm(folder, 'npm', 'install', tgz, '--no-audit', '--no-fund');
      return join(folder, 'node_modules');
    },
    words: (_folder, _dataDir, command) => ['npx', 'bellwether', command],
  },
  file: {
    install(folder) {
      copyFileSync(join(release, `bellwether-${version}-linux-x64`), program(folder));
      chmodSync(program(folder), 0o755);
      return program(folder);
    },
    words: (folder, _dataDir, command) => [program(folder), command],
  },
  image: {
    install: () => join(buildImage(release, work), 'rootfs'),
    words: (_folder, dataDir, command) => runImage(join(work, 'bundle'), dataDir, [command]),
  },
};

const secondsSince = (beganMs: number): number => (performance.now() - beganMs) / 1000;
const shown = (seconds: number): string => `${seconds.toFixed(1)} s`;

let folders = 0;
function newFolder(): string {
  const folder = join(work, String(++folders));
  mkdirSync(folder);
  return folder;
}

/** Starts a command of an installed artefact; resolves when it has answered. */
async function start({ words }: Artefact, folder: string, command: string) {
  const dataDir = join(newFolder(), 'data');
  const env = { PATH: process.env['PATH'], HOME: folder, BELLWETHER_PORT: '0', BELLWETHER_DATA_DIR: dataDir };
  const running = new Program(words(folder, dataDir, command), { env, cwd: folder });
  const [, url = ''] = await running.said(/ready at (http:\/\/\S+)/);
  await (await fetch(`${url}/ok`)).text();
  return { url, running };
}

/** Opens the market with the most offers, starts with play money and buys, as in docs/start/first-venue.md. */
async function orderInBrowser(url: string): Promise<void> {
  const [market] = await createClient({ baseUrl: url }).markets.list({ closed: false, order: 'liquidity', limit: 1 });
  const browser = await launchChromium();
  const page = await welcome(browser);
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(`${url}/app/market/${market?.slug}`);
  await press('Start with play money');
  await press(/^Start trading|save it later/);
  await page.getByLabel('Amount ($)').fill('10');
  await press(`Buy ${market?.outcomeLabels[0]}`);
  await page.getByText(/^Bought /).waitFor();
  await browser.close();
}

async function measure(name: string, artefact: Artefact): Promise<void> {
  const print = (text: string): void => void process.stdout.write(`${name.padEnd(6)} ${text}\n`);
  const folder = newFolder();
  const beganMs = performance.now();
  const [size] = execFileSync('du', ['-sm', artefact.install(folder)], { encoding: 'utf8' }).split('\t');
  const installed = secondsSince(beganMs);
  print(`installed ${size} MB in ${shown(installed)}`);
  const { url, running } = await start(artefact, folder, 'demo');
  const answered = secondsSince(beganMs);
  await orderInBrowser(url);
  print(
    `first own order after ${shown(secondsSince(beganMs))}: installed ${shown(installed)}, demo answered after ${shown(answered)}`,
  );
  await running.end();
  if (name === 'npm') {
    const coldMs = performance.now();
    npm(newFolder(), 'npx', '--yes', '--package', tgz, 'bellwether', '--version');
    print(`npx with an empty cache ${shown(secondsSince(coldMs))}`);
  }
  for (const command of COMMANDS) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const startedMs = performance.now();
      const started = await start(artefact, folder, command);
      times.push(secondsSince(startedMs));
      await started.running.end();
    }
    times.sort((a, b) => a - b);
    const [median = 0, worst = 0] = [times[Math.trunc(runs / 2)], times.at(-1)];
    print(`${command} answers after ${median.toFixed(2)} s, worst of ${runs} ${worst.toFixed(2)} s`);
  }
}

try {
  for (const name of values.only.split(',')) {
    const artefact = ARTEFACTS[name];
    if (artefact === undefined) throw new Error(`--only knows ${Object.keys(ARTEFACTS).join(', ')}, not ${name}`);
    if (name === 'image' && !canRunImages()) process.stdout.write('image  left out: needs root and its tools\n');
    else {
      if (name === 'image') buildBase(packDebian(work), work);
      await measure(name, artefact);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
