import { ROOM_FOR_ORDERS, type RoomBounds } from '@bellwether/ports/storage.ts';
import { expect, test } from 'vitest';
import { freeBytesOf, StorageRoom } from './storage-room.ts';

const { keptBytes, againBytes }: RoomBounds = ROOM_FOR_ORDERS;

test('storage room: it ends below what is kept and is back well above it', () => {
  let free: number | null = keptBytes;
  const room = new StorageRoom(ROOM_FOR_ORDERS, () => free);
  const at = (bytes: number | null): boolean => {
    free = bytes;
    return room.isThere();
  };
  expect([at(keptBytes), at(keptBytes - 1), at(againBytes - 1), at(null)]).toEqual([true, false, false, false]);
  expect([at(againBytes), at(keptBytes), at(null)]).toEqual([true, true, true]);
});

test('storage room: a disk that cannot be asked changes nothing', () =>
  expect(new StorageRoom(ROOM_FOR_ORDERS, () => freeBytesOf('/nowhere/at/all')).isThere()).toBe(true));
