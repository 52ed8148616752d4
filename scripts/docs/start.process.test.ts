/** Runs the blocks of the README and of docs/start. */
import { START } from './blocks.testing.ts';
import { testPages } from './walk.testing.ts';

testPages(START);
