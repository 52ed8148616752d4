/** One run in a process of its own: an earlier one would leave its heap and its compiled code. */
import { answerParent, childOptions } from '../shared/child.ts';
import { compared } from './compare.ts';
import { longRun } from './long.ts';
import { messageRun } from './messages.ts';

const RUNS = { compared, longRun, messageRun };
export type Runs = typeof RUNS;

const { name, words } = childOptions<{ name: keyof Runs; words: readonly [number, number] }>();
answerParent(() => RUNS[name](...words));
