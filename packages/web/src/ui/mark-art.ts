/** Generated pictures for items without one: colours and shapes derived from the id. Pure. */

interface MarkArt {
  /** Two hues of the background, in degrees. */
  readonly hues: readonly [number, number];
  /** Angle of the background's gradient, in degrees. */
  readonly angle: number;
  readonly shapes: readonly MarkShape[];
}

export interface MarkShape {
  readonly kind: 'disc' | 'ring' | 'arc' | 'slab';
  /** Position and size within a square of 64. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly turn: number;
  /** 0..1 */
  readonly opacity: number;
}

const KINDS = ['disc', 'ring', 'arc', 'slab'] as const;
const SHAPES = 3;

/** Returns the art for an id. It is the same on every device. */
export function markArt(id: string): MarkArt {
  const next = generator(id);
  const hue = Math.floor(next() * 360);
  return {
    hues: [hue, (hue + 35 + Math.floor(next() * 50)) % 360],
    angle: Math.floor(next() * 8) * 45,
    shapes: Array.from({ length: SHAPES }, (_, index) => ({
      kind: KINDS[Math.floor(next() * KINDS.length)] ?? 'disc',
      x: 12 + Math.floor(next() * 40),
      y: 12 + Math.floor(next() * 40),
      size: 30 - index * 8 + Math.floor(next() * 10),
      turn: Math.floor(next() * 8) * 45,
      opacity: 0.28 + index * 0.18,
    })),
  };
}

/** Returns a generator of numbers in 0..1, seeded from a text: FNV-1a feeds a xorshift. */
function generator(text: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  // A seed of 0 would stay 0.
  state ||= 1;
  return () => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state / 0x1_0000_0000;
  };
}
