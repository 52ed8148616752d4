/** Runs the blocks of docs/guides. */
import { GUIDES } from './blocks.testing.ts';
import { testPages } from './walk.testing.ts';

testPages(GUIDES);
