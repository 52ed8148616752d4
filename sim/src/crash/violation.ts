/** A promise that the venue has broken, or an answer that it must never give. */
export class Violation extends Error {
  override readonly name = 'Violation';
}
