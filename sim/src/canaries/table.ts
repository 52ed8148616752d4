/** All canaries, one for each class of defect. */
import type { Canary } from './canary.ts';
import { CLIENT_CANARIES } from './client-canaries.ts';
import { ENGINE_CANARIES } from './engine-canaries.ts';
import { EXCHANGE_CANARIES } from './exchange-canaries.ts';

export const CANARIES: readonly Canary[] = [...ENGINE_CANARIES, ...EXCHANGE_CANARIES, ...CLIENT_CANARIES];
