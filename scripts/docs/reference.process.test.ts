/** Runs the blocks of reference pages whose commands end, or start a venue. */
import { REFERENCE } from './blocks.testing.ts';
import { testPages } from './walk.testing.ts';

testPages(REFERENCE);
