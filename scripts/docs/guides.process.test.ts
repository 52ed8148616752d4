/** Runs the blocks of docs/guides. */
import { testPages } from './walk.ts';

testPages('docs/guides/*.md');
