/** Injects faults into the frames of a feed, one connection at a time. */
import type { FeedExtension, FramePass } from '@bellwether/gateway/http/extension.ts';
import type { RuleBook } from './rule-book.ts';

export function feedEdge(rules: RuleBook): FeedExtension['openFrames'] {
  return (feed): FramePass => {
    let held: Buffer | string | null = null;
    return (frame, write, end) => {
      const fault = rules.size === 0 ? null : rules.meet({ kind: 'frame', feed, text: () => frame.toString() });
      switch (fault?.kind) {
        case 'silence':
          return;
        case 'disconnect':
          return end();
        case 'reorder':
          // If a second frame is to be held, the first one goes out.
          if (held !== null) write(held);
          held = frame;
          return;
        default: {
          const before = held;
          held = null;
          write(frame);
          if (fault?.kind === 'double') write(frame);
          if (before !== null) write(before);
        }
      }
    };
  };
}
