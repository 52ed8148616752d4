/** Runs the blocks of the README and of docs/start. */
import { testPages } from './walk.ts';

testPages(['README.md', 'docs/start/*.md']);
