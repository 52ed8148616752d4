/** Text with arbitrary characters. The arbitrary of fast-check takes 0.4 s to construct. */
import fc from 'fast-check';

const point = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));

export const anyText = (maxLength: number, minLength = 0): fc.Arbitrary<string> =>
  fc.array(point, { minLength, maxLength }).map((points) => String.fromCodePoint(...points));
