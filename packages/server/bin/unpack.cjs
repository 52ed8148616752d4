/**
 * The first program of the single-file executable. Node loads modules from files only, so it unpacks the venue, once per
 * build and user, and starts it there: in the user's cache folder or, where that cannot be written, in a folder of the
 * user's own among the temporary ones.
 */
const { existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { getAsset, getAssetKeys, getRawAsset } = require('node:sea');
const { zstdDecompressSync } = require('node:zlib');

/** Asset that names the build; all others are files, compressed. */
const BUILD = 'build';

try {
  const folder = unpack();
  createRequire(join(folder, 'bin'))(join(folder, 'start.cjs'));
} catch (error) {
  process.stderr.write(`bellwether: cannot unpack itself: ${error.message}\n`);
  process.exitCode = 1;
}

function unpack() {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bellwether');
  try {
    return unpackBelow(cache);
  } catch {
    const temporary = join(tmpdir(), `bellwether-${process.getuid()}`);
    try {
      return unpackBelow(temporary);
    } catch ({ message }) {
      throw new Error(`${message}. Set XDG_CACHE_HOME or TMPDIR to a folder of your own with 30 MB free`);
    }
  }
}

/** Returns the folder of this build in `parent`, unpacked whole or not at all. */
function unpackBelow(parent) {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  // Another user could put another program there.
  const isOwn = [lstatSync(parent), statSync(parent)].every(({ uid }) => uid === process.getuid());
  if (!isOwn || (statSync(parent).mode & 0o022) !== 0) throw new Error(`others may write to ${parent}`);
  const folder = join(parent, getAsset(BUILD, 'utf8'));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  try {
    unpackInto(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start may have been quicker.
    if (!existsSync(folder)) throw error;
  }
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
