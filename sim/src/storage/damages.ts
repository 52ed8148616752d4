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

/**
 * All damages: a cut at every byte, one flipped bit in every byte (the bit varies), every byte inverted, every block of
 * two sizes zeroed, and every block swapped with the next. `counts`: damages of each kind; the kinds follow one another.
 */
export function everyDamage(size: number) {
  const blocks = BLOCKS.flatMap((bytes) => {
    const whole = Math.ceil(size / bytes);
    const of = (kind: DamageKind, count: number): Damage[] =>
      Array.from({ length: count }, (_, block) => ({ kind, at: block * bytes, bytes }));
    return [...of('zeros', whole), ...of('swapped', Math.max(0, Math.floor(size / bytes) - 1))];
  });
  return {
    counts: [size, size, size, blocks.length],
    at(index: number): Damage {
      if (index < size) return { kind: 'truncated', at: index, bytes: 0 };
      if (index < 2 * size) return { kind: 'bit', at: index - size, bytes: 1 };
      if (index < 3 * size) return { kind: 'byte', at: index - 2 * size, bytes: 1 };
      return blocks[index - 3 * size] as Damage;
    },
  };
}

/** End of the bytes that a damage may change. */
export const endOf = ({ kind, at, bytes }: Damage, size: number): number =>
  kind === 'truncated' ? size : Math.min(size, kind === 'swapped' ? at + 2 * bytes : at + bytes);

/** The bytes that a damage puts at its place; none for a truncation. */
export function patchOf(original: Buffer, damage: Damage): Buffer {
  const { kind, at, bytes } = damage;
  if (kind === 'truncated') return Buffer.alloc(0);
  const patch = Buffer.from(original.subarray(at, endOf(damage, original.length)));
  if (kind === 'bit') patch.writeUInt8((patch.readUInt8(0) ^ (1 << (at % 8))) & 0xff);
  if (kind === 'byte') patch.writeUInt8(~patch.readUInt8(0) & 0xff);
  if (kind === 'zeros') patch.fill(0);
  if (kind === 'swapped') return Buffer.concat([patch.subarray(bytes), patch.subarray(0, bytes)]);
  return patch;
}

export const wordsOf = ({ kind, at, bytes }: Damage): string =>
  kind === 'truncated' ? `cut at byte ${at}` : `${kind} at byte ${at}${bytes > 1 ? `, ${bytes} bytes` : ''}`;
