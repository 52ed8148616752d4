/** Latency of a sandbox in its own time: how long requests, answers and frames of clients are under way. */
import { Type } from 'typebox';
import { count, strict } from '../described.ts';

/** Longest latency, in milliseconds of sandbox time. */
export const LATENCY_MS_MAX = 60_000;

const ms = Type.Integer({ minimum: 0, maximum: LATENCY_MS_MAX, description: "milliseconds of the sandbox's time" });

/** How long something takes: exactly one of the fields. */
export const LatencyDraw = strict({
  constant: Type.Optional({ ...ms, description: 'always so many milliseconds' }),
  uniform: Type.Optional(
    Type.Array(ms, { minItems: 2, maxItems: 2, description: 'each from the first to the second as likely' }),
  ),
  lognormal: Type.Optional(
    Type.Object(
      {
        median: { ...ms, minimum: 1 },
        sigma: Type.Number({
          minimum: 0,
          maximum: 2,
          description: 'standard deviation of the logarithm, three decimals',
        }),
        max: Type.Optional({ ...ms, description: 'of what is drawn' }),
      },
      { additionalProperties: false, description: 'with a long tail, as of networks' },
    ),
  ),
  recorded: Type.Optional(
    Type.Array(ms, {
      minItems: 1,
      maxItems: 10_000,
      description: 'one after another, again from the first at the end',
    }),
  ),
});
export type LatencyDraw = Type.Static<typeof LatencyDraw>;

const points = Type.Record(Type.String({ maxLength: 200 }), LatencyDraw, {
  maxProperties: 64,
  description:
    '`order.in`, `order.ack`, `cancel.…`, `read.…`: a request until it arrives, and its answer; a route instead, as in `POST /order.in` or `GET /data/*.ack`, goes first, and of several the one that is named first. `feed.out`: a frame; `market.out`, `user.out` and `live.out` go first',
});

/** `PUT /sandbox/latency`, and `latency` of a scenario or replay; without points nothing takes time. */
export const LatencyModel = strict({
  seed: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 999_999_999, description: 'of what is drawn; by default the sandbox’s' }),
  ),
  points,
});
export type LatencyModel = Type.Static<typeof LatencyModel>;

/** `GET /sandbox/latency`. */
export const SandboxLatency = Type.Object({
  seed: Type.Integer(),
  points,
  drawn: Type.Record(Type.String(), count('how often'), { description: 'by point' }),
});
export type SandboxLatency = Type.Static<typeof SandboxLatency>;
