/**
 * The first program of the single-file executable. Node loads modules from files only, so it unpacks the venue, once per
 * build and user, and starts it there: in the user's cache folder or, where that cannot be written, in a folder of the
 * user's own among the temporary ones.
 */
const {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, isAbsolute, join, resolve } = require('node:path');
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
  const cache = [process.env.XDG_CACHE_HOME, join(homedir(), '.cache')].find((path) => path && isAbsolute(path));
  try {
    if (cache === undefined) throw new Error('there is no cache folder');
    return unpackBelow(join(cache, 'bellwether'));
  } catch {
    const temporary = resolve(tmpdir(), `bellwether-${process.getuid()}`);
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
  if (isWhole(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  removeLeft(parent);
  try {
    unpackInto(draft);
    // Of an unpacked build that something has cleaned up, the rest goes.
    if (existsSync(folder) && !isWhole(folder)) renameSync(folder, `${draft}-left`);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start may have been quicker.
    if (!isWhole(folder)) throw error;
  }
  rmSync(`${draft}-left`, { recursive: true, force: true });
  return folder;
}

function isWhole(folder) {
  return getAssetKeys().every((path) => path === BUILD || existsSync(join(folder, path)));
}

/** Removes what starts that were killed have left. */
function removeLeft(parent) {
  for (const name of readdirSync(parent)) {
    const pid = Number(/\.(\d+)(?:-left)?$/.exec(name)?.[1]);
    if (pid > 0 && !existsSync(`/proc/${pid}`)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function unpackInto(folder) {
  for (const path of getAssetKeys()) {
    if (path === BUILD) continue;
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, zstdDecompressSync(new Uint8Array(getRawAsset(path))));
  }
}
