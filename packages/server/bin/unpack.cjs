/**
 * The first program of the single-file executable. Node loads modules from files only, so it unpacks the venue, once per
 * build and user, into the user's cache folder, and starts it there. Where no cache folder can be written, each start
 * unpacks into a temporary folder, which it removes at its end.
 */
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { getAsset, getAssetKeys, getRawAsset } = require('node:sea');
const { zstdDecompressSync } = require('node:zlib');

/** Asset that names the build; all others are files, compressed. */
const BUILD = 'build';
/** Variable with the temporary folder of this start. */
const UNPACKED = 'UNPACKED_BELLWETHER';

try {
  const folder = unpackOnce() ?? unpackForNow();
  createRequire(join(folder, 'bin'))(join(folder, 'start.cjs'));
} catch (error) {
  process.stderr.write(`bellwether: cannot unpack itself: ${error.message}\n`);
  process.exitCode = 1;
}

function unpackOnce() {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bellwether');
  const folder = join(cache, getAsset(BUILD, 'utf8'));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    unpackInto(draft);
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
    // Another start may have been quicker.
    if (!existsSync(folder)) return null;
  }
  return folder;
}

function unpackForNow() {
  // The program executes itself anew, with options of its own: the second time it finds what the first has unpacked.
  const { [UNPACKED]: before } = process.env;
  const folder = before ?? mkdtempSync(join(tmpdir(), 'bellwether-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (before === undefined) unpackInto(folder);
  process.env[UNPACKED] = folder;
  return folder;
}

function unpackInto(folder) {
  for (const path of getAssetKeys()) {
    if (path === BUILD) continue;
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, zstdDecompressSync(new Uint8Array(getRawAsset(path))));
  }
}
