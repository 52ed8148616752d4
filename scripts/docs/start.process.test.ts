/** Runs the blocks of the README and of docs/start. */
import { testPages } from './walk.testing.ts';

testPages(['README.md', 'docs/start/*.md']);
