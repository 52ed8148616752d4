/** Runs the blocks of docs/guides. */
import { testPages } from './walk.testing.ts';

testPages('docs/guides/*.md');
