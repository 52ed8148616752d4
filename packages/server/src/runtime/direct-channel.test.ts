import { setImmediate } from 'node:timers/promises';
import { describeChannel } from '../ports/testing/runtime-suite.ts';
import { DirectChannel } from './direct-channel.ts';
import { MACHINE } from './machine.ts';

describeChannel(
  'a channel within a thread',
  () => DirectChannel.pair<unknown, unknown>(MACHINE.timers),
  () => setImmediate(),
);
