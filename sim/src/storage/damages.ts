/** Every way to damage a file of a given size, by number, so that any share can be done anywhere. */

export type DamageKind = 'truncated' | 'bit' | 'byte' | 'zeros' | 'swapped';

export interface Damage {
  readonly kind: DamageKind;
  /** First damaged byte; for a truncation, the new length. */
  readonly at: number;
  /** Size of the block that is zeroed, or swapped with the next one; 1 for a byte. */
  readonly bytes: number;
}

const BLOCKS = [512, 4096] as const;

export interface DamagePlan {
  /** Number of damages of each kind; the kinds follow one another. */
  readonly counts: readonly number[];
  at(index: number): Damage;
}

/**
 * All damages: a cut at every byte, one flipped bit in every byte (the bit varies), every byte inverted, every block of
 * two sizes zeroed, and every block swapped with the next.
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

/** The damaged bytes; equal to the original if nothing changes, as when equal blocks are swapped. */
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

/** True if the damage has no effect, as when a zero block is zeroed. */
export function changesNothing(original: Buffer, damage: Damage): boolean {
  const isOfBlocks = damage.kind === 'zeros' || damage.kind === 'swapped';
  return isOfBlocks && damaged(original, damage).equals(original);
}

export const wordsOf = ({ kind, at, bytes }: Damage): string =>
  kind === 'truncated' ? `cut at byte ${at}` : `${kind} at byte ${at}${bytes > 1 ? `, ${bytes} bytes` : ''}`;
