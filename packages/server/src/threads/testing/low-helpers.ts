/** A process whose V8 helpers stand back; prints the name and nice value of each of its threads. */
import { readdirSync } from 'node:fs';
import { lowerHelperPriority } from '../thread-priority.ts';
import { niceOf, threadName } from './thread-stat.ts';

lowerHelperPriority(9);
const threads = readdirSync('/proc/self/task').map(Number);
process.stdout.write(JSON.stringify(threads.map((thread) => ({ name: threadName(thread), nice: niceOf(thread) }))));
