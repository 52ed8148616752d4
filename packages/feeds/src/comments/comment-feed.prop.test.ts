/** Random discussions against clients that lose their connection: their comments match those of fresh requests. */
import type { Comment, CommentFeedMessage } from '@bellwether/contract';
import { accountId, type CommentId, catalogId } from '@bellwether/engine';
import { Dice } from '@bellwether/engine/testing';
import { addEvent, send, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { applyToComments } from '@bellwether/sdk';
import { afterAll, expect, test } from 'vitest';
import { FeedClient, messagesOf } from '../testing/feed-client.ts';
import { startFeedVenue } from '../testing/feed-venue.ts';

/** Keeps a discussion as a careful client does, all levels in one flat map; throws at the first mismatch. */
/** A comment without fields that messages do not contain or that are kept elsewhere. */
type KeptComment = Omit<Comment, 'replies' | 'profile'>;

class CommentKeeper {
  readonly comments = new Map<string, KeptComment>();
  /** Sequence of the last message; null until the venue has sent the position of the discussion. */
  sequence: number | null = null;
  readonly resyncs: CommentFeedMessage[] = [];

  read(comments: Iterable<KeptComment>): void {
    this.comments.clear();
    for (const comment of comments) this.comments.set(comment.id, comment);
  }

  take(message: CommentFeedMessage): void {
    const { sequence } = message;
    if (message.event_type === 'discussion' || message.event_type === 'resync') {
      if (message.event_type === 'resync') this.resyncs.push(message);
      this.sequence = sequence;
      return;
    }
    if (this.sequence === null || sequence !== this.sequence + 1)
      throw new Error(`sequence ${sequence} follows ${this.sequence}`);
    this.sequence = sequence;
    if (message.event_type === 'comment_created') {
      const { replies: _, profile: __, ...comment } = message.comment;
      this.comments.set(comment.id, comment);
    }
    for (const { gone, ...state } of message.states) {
      const known = this.comments.get(state.id);
      if (gone) this.comments.delete(state.id);
      else if (known !== undefined)
        this.comments.set(state.id, { ...known, ...state, body: state.removed ? '' : known.body });
    }
  }
}

const ROUNDS = 60;

// Few frames are kept, so that some absences are short enough for a resume and some are not.
const venue = await startFeedVenue({ recentFramesMax: 4, messagesMax: 1e9 });
for (const digit of ['1', '2', '3']) await Trader.open(venue.stack, digit);
const [market] = await addEvent(venue.stack, ['Is it said?']);
const event = Number(market?.eventId);
const name = `Event:${event}`;
afterAll(() => venue.close());

async function pageOf(path: string): Promise<Comment[]> {
  const { status, body } = await send(venue.stack, 'GET', path);
  expect(status).toBe(200);
  return body as Comment[];
}

const listed = () => pageOf(`/comments?limit=100&offset=0&parent_entity_type=Event&parent_entity_id=${event}`);

async function everything(): Promise<Map<string, KeptComment>> {
  const all = new Map<string, KeptComment>();
  const walk = async (comments: readonly Comment[]): Promise<void> => {
    for (const { replies: _, profile: __, ...comment } of comments) {
      all.set(comment.id, comment);
      if (comment.replyCount > 0) await walk(await pageOf(`/comments/${comment.id}?limit=100&offset=0`));
    }
  };
  await walk(await listed());
  return all;
}

class Listener {
  readonly keeper = new CommentKeeper();
  /** The list as a page shows it: nested, newest first. */
  list: readonly Comment[] = [];
  #client: FeedClient | null = null;
  resumes = 0;

  /** Takes messages up to `sequence`. */
  async listen(sequence: number): Promise<void> {
    if (this.#client === null) {
      const { sequence: seen } = this.keeper;
      this.#client = await FeedClient.open(venue.url('market'));
      this.#client.say({ type: 'market', comments: [name], ...(seen !== null && { since: { [name]: seen } }) });
      const resyncs = this.keeper.resyncs.length;
      await this.#take(this.#client);
      if (seen === null || this.keeper.resyncs.length > resyncs) {
        this.keeper.read((await everything()).values());
        this.list = await listed();
      } else this.resumes++;
    }
    while ((this.keeper.sequence ?? 0) < sequence) await this.#take(this.#client);
  }

  lose(): void {
    this.#client?.ws.terminate();
    this.#client = null;
  }

  async #take(client: FeedClient): Promise<void> {
    for (const message of messagesOf(await client.next()) as unknown as CommentFeedMessage[]) {
      this.keeper.take(message);
      if (message.event_type !== 'discussion' && message.event_type !== 'resync')
        this.list = applyToComments(this.list, message);
    }
  }
}

/** Performs one random act. Returns by how much the sequence of the discussion rises. */
async function act(dice: Dice): Promise<number> {
  const { exchange, time } = venue.stack;
  time.nowMs += 10_000;
  const { count } = exchange.state.community.comments;
  const account = accountId(dice.below(3));
  const comment = Math.max(1, count - dice.below(8)) as CommentId;
  const entity = { type: 'Event', id: catalogId(event) } as const;
  const kind = dice.below(10);
  const outcome = await exchange.submit(
    kind < 2
      ? { kind: 'RemoveComment', comment, account: null }
      : kind < 4
        ? { kind: 'AddReaction', account, comment, reaction: 'HEART' }
        : kind < 5
          ? { kind: 'RemoveReaction', account, comment, reaction: 'HEART' }
          : kind < 6
            ? { kind: 'ReportComment', account, comment }
            : kind < 7
              ? { kind: 'DismissReports', account: null, comment }
              : { kind: 'AddComment', account, entity, parent: dice.once(3) ? null : comment, body: `Word ${count}` },
  );
  return outcome.kind === 'accepted' ? outcome.entry.events.length : 0;
}

/** Fields that a list has in common with requests: all but profiles, which messages do not contain. */
const shownOf = (comments: readonly object[]): unknown =>
  comments.map((comment) => {
    const { profile: _, replies, ...shown } = comment as Comment;
    return { ...shown, replies: shownOf(replies) };
  });

test('comments feed: what was read and then told is what is read later, through losses, resumes and resyncs [F24]', async () => {
  const dice = new Dice(20_260);
  const listeners = [new Listener(), new Listener()];
  let sequence = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const listener of listeners) if (dice.once(5)) listener.lose();
    for (let acts = dice.below(8); acts >= 0; acts--) sequence += await act(dice);
    for (const listener of listeners) if (!dice.once(3)) await listener.listen(sequence);
  }
  const [truth, list] = [await everything(), await listed()];
  for (const listener of listeners) {
    await listener.listen(sequence);
    expect([listener.keeper.comments, shownOf(listener.list)]).toEqual([truth, shownOf(list)]);
    expect([listener.resumes > 2, listener.keeper.resyncs.length > 1]).toEqual([true, true]);
  }
  expect(truth.size).toBeGreaterThan(30);
});
