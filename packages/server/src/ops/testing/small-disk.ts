/** A small disk of its own for a test, in memory: one that can be filled and made larger. */
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

  /** null where this user may not mount one; in CI that is an error. */
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

  /** Writes a file as large as it can become; what it had stays. */
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
