/** A call of a command that it cannot follow. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}
