/** Seeded bugs of a venue of several nodes: who follows, who leads, and what passes between them. */
import type { MutantArea } from '../mutant.ts';

const FOLLOWING = 'packages/server/src/nodes/following-service.ts';
const COMMANDS = 'packages/server/src/nodes/passed-commands.ts';
const LINK = 'packages/server/src/nodes/leader-link.ts';
const SUCCESSION = 'packages/server/src/nodes/succession.ts';
const HUB = 'packages/server/src/nodes/node-hub.ts';
const OPENING = 'packages/server/src/nodes/open-hub.ts';

export const NODE_BUGS: MutantArea = {
  title: 'Several nodes',
  mutants: [
    {
      name: 'passed-ones-sent-to-the-next-leader',
      breaks: 'A command that was passed on to a leader that is lost is answered as if no one had had it.',
      file: COMMANDS,
      piece: "this.#release([...this.#passed].map((id) => ({ id, kind: 'unknown' })));",
      by: "this.#release([...this.#passed].map((id) => ({ id, kind: 'no_leader' })));",
    },
    {
      name: 'queued-commands-never-refused',
      breaks: 'A command that waits for a leader is told after three seconds that nothing came of it, and waits on.',
      file: COMMANDS,
      piece: 'this.#queued = this.#queued.filter((queued) => !old.includes(queued));',
      by: '',
    },
    {
      name: 'waiting-commands-lost-on-takeover',
      breaks: 'Commands that waited for a leader are answered as not done when this node begins to lead, and are done.',
      file: FOLLOWING,
      piece: 'const commands = this.#commands.takeOut();\n',
      by: "const commands = this.#commands.takeOut();\n    gateways.release(null, new Uint8Array(0), commands.map(({ id }) => ({ id, kind: 'no_leader' as const })));\n",
    },
    {
      name: 'takeover-without-the-last-records',
      breaks: 'A node that begins to lead does not read what it does not have.',
      file: FOLLOWING,
      piece: 'const head = await log.head();\n',
      by: 'const head = follower.head;\n',
    },
    {
      name: 'gateways-not-shown-what-was-read',
      breaks: 'Records that a node reads to take over are folded and not shown to its gateways.',
      file: FOLLOWING,
      piece: '        this.#questions.missed();\n        this.#show(...batch);',
      by: '        void batch;',
    },
    {
      name: 'lease-never-over',
      breaks: 'A leader says that what it shows is not old although its lease is over.',
      file: OPENING,
      piece: '        currentUntilMs,\n        sinceMs,',
      by: '        currentUntilMs: currentUntilMs + 60_000,\n        sinceMs,',
    },
    {
      name: 'silent-leader-never-left',
      breaks: 'A leader that says nothing any more is followed for ever.',
      file: LINK,
      piece: 'if (silentMs > SILENT_MS_MAX) {',
      by: 'if (silentMs > 60_000) {',
    },
    {
      name: 'waiting-batches-dropped',
      breaks: 'What has come while a node caught up is dropped.',
      file: LINK,
      piece: 'for (const batch of waiting) this.#apply(batch);',
      by: 'waiting.length = 0;',
    },
    {
      name: 'shown-before-it-has-caught-up',
      breaks: 'A batch that comes while a node catches up is folded at once.',
      file: LINK,
      piece: 'if (this.#waiting === null) return this.#apply(message);',
      by: 'if (this.#waiting !== undefined) return this.#apply(message);',
    },
    {
      name: 'catch-up-one-short',
      breaks: 'A node that catches up stops one entry before what the leader has said.',
      file: LINK,
      piece: '  if (follower.head.sequence >= until) return;\n  for await',
      by: '  if (follower.head.sequence >= --until) return;\n  for await',
    },
    {
      name: 'outcomes-without-their-record',
      breaks: 'A node is sent only those records in which an outcome of its own is.',
      file: HUB,
      piece: 'if (record === null && own === undefined) continue;',
      by: 'if (own === undefined) continue;',
    },
    {
      name: 'outcomes-to-the-wrong-node-command',
      breaks: 'Outcomes go back to a node under the number of another one of its commands.',
      file: HUB,
      piece: 'own.push({ ...outcome, id: origin.id });',
      by: 'own.push({ ...outcome, id: origin.id ^ 1 });',
    },
    {
      name: 'outcomes-forgotten-with-many-nodes',
      breaks: 'Outcomes are given to whichever node follows first.',
      file: HUB,
      piece: 'const own = byLink.get(origin.link) ?? [];\n',
      by: 'const first = this.#following.keys().next().value ?? origin.link;\n      if (first !== origin.link) continue;\n      const own = byLink.get(origin.link) ?? [];\n',
    },
    {
      name: 'welcome-from-behind-the-head',
      breaks: 'A node is welcomed with the entry before the one at which the leader is.',
      file: HUB,
      piece: "link.send({ kind: 'welcome', epoch: this.epoch, sinceMs: this.#sinceMs, head: this.#head, usedUntil });",
      by: "link.send({ kind: 'welcome', epoch: this.epoch, sinceMs: this.#sinceMs, head, usedUntil });",
    },
    {
      name: 'left-alone-for-ever',
      breaks: 'A leader that was silent once is never followed again.',
      file: SUCCESSION,
      piece: 'return leader.epoch === epoch && clock.monotonicMs() < untilMs ? null : leader;',
      by: 'return leader.epoch === epoch && untilMs > 0 ? null : leader;',
    },
  ],
};
