/** API keys that come and go, and clients that send heartbeats for them for a while and then stop. */
import type { Acting, Action } from '../acting.ts';

async function issueKey(acting: Acting): Promise<void> {
  const { account, dice, client } = acting;
  const [old] = client.apiKeys;
  if (old !== undefined && dice.chance(0.4)) {
    await acting.send({ kind: 'RevokeApiKey', account, apiKey: dice.chance(0.9) ? old : 'no-such-key' });
    if (dice.chance(0.7)) client.apiKeys.shift();
    return;
  }
  const apiKey = acting.name('api-key');
  await acting.send({ kind: 'IssueApiKey', account, apiKey, nonce: `${acting.index}` });
  client.apiKeys.push(apiKey);
}

/** Sends heartbeats in time and then stops, so that every key eventually misses one. */
async function beat(acting: Acting): Promise<void> {
  const { dice, client } = acting;
  if (client.apiKeys.length === 0) return issueKey(acting);
  const apiKey = dice.pick(client.apiKeys);
  for (let beats = dice.pick([1, 1, 2, 5]); beats > 0; beats--) {
    const { account, state } = acting;
    const expected = state.heartbeats.get(apiKey)?.heartbeatId ?? null;
    const heartbeatId = dice.chance(0.06) ? dice.pick([null, '', 'no-such-beat']) : expected;
    await acting.send({ kind: 'Beat', account, apiKey, heartbeatId, nextId: acting.name('beat') });
    if (beats > 1) await client.pause(dice.pick([500, 4_000, 8_000, 9_990, 10_000]));
  }
}

export const KEYS: readonly Action[] = [
  { kind: 'issue key', weight: 20, needs: 'heartbeats', act: issueKey },
  { kind: 'beat', weight: 40, needs: 'heartbeats', act: beat },
];
