/** A small in-memory disk for a test, which can be filled and enlarged. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 1);

export class SmallDisk {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Mounts a disk; null if this user may not mount, which in CI is an error. */
  static mount(mib: number): SmallDisk | null {
    const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', path], { stdio: 'pipe' });
      return new SmallDisk(path);
    } catch (error) {
      rmSync(path, { recursive: true });
      if (process.env['CI'] === 'true') throw error;
      return null;
    }
  }

  resize(mib: number): void {
    execFileSync('mount', ['-o', `remount,size=${mib}m`, this.path], { stdio: 'pipe' });
  }

  /** Appends to a file until the disk is full or `mibMax` is reached. */
  fill(name: string, mibMax = Number.POSITIVE_INFINITY): void {
    const file = openSync(join(this.path, name), 'a');
    try {
      for (let written = 0; written < mibMax * MIB; ) written += writeSync(file, CHUNK);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      closeSync(file);
    }
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { recursive: true, force: true });
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.path]);
    rmSync(this.path, { recursive: true });
  }
}
