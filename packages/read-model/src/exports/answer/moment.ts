import { createRead } from '../../read.ts';

/** Waits, as every read does, for rows that show everything acknowledged before, and is refused while there are none. */
export const momentRead = createRead('moment', async () => ({ value: {} }));
