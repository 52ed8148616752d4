import { describe, expect, test } from 'vitest';
import { SPACE_AGAIN_BYTES, SPACE_KEPT_BYTES, StorageRoom } from './storage-room.ts';

describe('storage room', () => {
  test('storage room: it ends below what is kept and is back well above it', () => {
    let free: number | null = SPACE_KEPT_BYTES;
    const room = new StorageRoom('', () => free);
    const at = (bytes: number | null): boolean => {
      free = bytes;
      return room.isThere();
    };
    expect(at(SPACE_KEPT_BYTES)).toBe(true);
    expect(at(SPACE_KEPT_BYTES - 1)).toBe(false);
    expect(at(SPACE_AGAIN_BYTES - 1)).toBe(false);
    expect(at(null)).toBe(false);
    expect(at(SPACE_AGAIN_BYTES)).toBe(true);
    expect(at(SPACE_KEPT_BYTES)).toBe(true);
    expect(at(null)).toBe(true);
  });

  test('storage room: a disk that cannot be asked changes nothing', () => {
    expect(new StorageRoom('/nowhere/at/all').isThere()).toBe(true);
  });
});
