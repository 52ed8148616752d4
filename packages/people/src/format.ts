/** Format of the store of people. */

/** Number of the store's format; raised when an older program could misread it. */
export const PEOPLE_FORMAT = 1;

/** The store was written by a newer version of the program. */
export class NewerPeople extends Error {
  override readonly name = 'NewerPeople';

  constructor(found: number) {
    super(
      `the store of people has format ${found}, and this version knows only up to ${PEOPLE_FORMAT}: start the newer version of Bellwether that wrote it`,
    );
  }
}
