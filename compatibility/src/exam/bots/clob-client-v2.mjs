/** A bot on `@polymarket/clob-client-v2`. */
import { clob } from '../clob.mjs';
import { loop } from '../loop.mjs';

await loop(clob);
