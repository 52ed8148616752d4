/** Every way in which a file of so many bytes is damaged, by number, so that any share of them can be done anywhere. */

export type DamageKind = 'truncated' | 'bit' | 'byte' | 'zeros' | 'swapped';

export interface Damage {
  readonly kind: DamageKind;
  /** First byte that is damaged; of a truncation: the new length. */
  readonly at: number;
  /** Bytes of a block that is emptied, or exchanged with the next one; 1 for a byte. */
  readonly bytes: number;
}

const BLOCKS = [512, 4096] as const;

export interface DamagePlan {
  /** How many there are of each kind, which come one after the other. */
  readonly counts: readonly number[];
  at(index: number): Damage;
}

/**
 * Cut at every byte, one bit of every byte flipped (another bit from byte to byte), every byte inverted, every block of two
 * sizes emptied, and every block exchanged with the next.
 */
export function everyDamage(size: number): DamagePlan {
  const blocks = BLOCKS.flatMap((bytes) => {
    const whole = Math.ceil(size / bytes);
    const zeros = Array.from({ length: whole }, (_, block): Damage => ({ kind: 'zeros', at: block * bytes, bytes }));
    const swaps = Array.from({ length: Math.max(0, Math.floor(size / bytes) - 1) }, (_, block): Damage => {
      return { kind: 'swapped', at: block * bytes, bytes };
    });
    return [...zeros, ...swaps];
  });
  return {
    counts: [size, size, size, blocks.length],
    at(index) {
      if (index < size) return { kind: 'truncated', at: index, bytes: 0 };
      if (index < 2 * size) return { kind: 'bit', at: index - size, bytes: 1 };
      if (index < 3 * size) return { kind: 'byte', at: index - 2 * size, bytes: 1 };
      return blocks[index - 3 * size] as Damage;
    },
  };
}

/** The bytes as the damage leaves them; the same when it changes nothing, as a swap of equal blocks. */
export function damaged(original: Buffer, { kind, at, bytes }: Damage): Buffer {
  if (kind === 'truncated') return original.subarray(0, at);
  const copy = Buffer.from(original);
  if (kind === 'bit') copy.writeUInt8((original.readUInt8(at) ^ (1 << (at % 8))) & 0xff, at);
  if (kind === 'byte') copy.writeUInt8(~original.readUInt8(at) & 0xff, at);
  if (kind === 'zeros') copy.fill(0, at, Math.min(original.length, at + bytes));
  if (kind === 'swapped') {
    original.copy(copy, at, at + bytes, at + 2 * bytes);
    original.copy(copy, at + bytes, at, at + bytes);
  }
  return copy;
}

/** As emptying what is empty does. */
export function changesNothing(original: Buffer, damage: Damage): boolean {
  const isOfBlocks = damage.kind === 'zeros' || damage.kind === 'swapped';
  return isOfBlocks && damaged(original, damage).equals(original);
}

export const wordsOf = ({ kind, at, bytes }: Damage): string =>
  kind === 'truncated' ? `cut at byte ${at}` : `${kind} at byte ${at}${bytes > 1 ? `, ${bytes} bytes` : ''}`;
