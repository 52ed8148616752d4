/** Moments and durations in requests: in milliseconds, or as text. */
import { Type } from 'typebox';

/** 9999-12-31T23:59:59.999Z, the latest moment. */
export const LATEST_MS = 253_402_300_799_999;

export const MOMENT_PATTERN =
  '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$';
export const MOMENT_OR_NOW_PATTERN = `${MOMENT_PATTERN}|^now$`;
export const DURATION_PATTERN = '^(?:\\d{1,12}(?:ms|s|m|h|d))+$';

export const TimeMs = Type.Integer({ minimum: 0, maximum: LATEST_MS, description: 'Unix milliseconds' });

export const MomentText = Type.String({ pattern: MOMENT_PATTERN, maxLength: 40, description: 'ISO 8601' });

export const Moment = Type.Union([TimeMs, MomentText]);

export const Duration = Type.Union([
  Type.Integer({ minimum: 0, maximum: LATEST_MS, description: 'milliseconds' }),
  Type.String({ pattern: DURATION_PATTERN, maxLength: 40, description: 'as 250ms, 90s, 15m, 24h, 7d or 1h30m' }),
]);
