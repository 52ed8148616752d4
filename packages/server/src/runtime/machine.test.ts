import { MessageChannel } from 'node:worker_threads';
import { describeChannel, describeRuntime } from '../ports/testing/runtime-suite.ts';
import { MACHINE } from './machine.ts';
import { PortChannel } from './port-channel.ts';

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describeRuntime('the machine', () => ({ runtime: MACHINE, pass }));

describeChannel(
  'a message port',
  () => {
    const { port1, port2 } = new MessageChannel();
    return [new PortChannel(port1), new PortChannel(port2)];
  },
  () => pass(0),
);
