/** Comments, reactions and profiles, folded from events as simply as possible: counts are computed at the end. */
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { NaiveFold, Row } from './naive-fold.ts';

type Comment = { readonly row: Row; readonly parent: number | null; removed: boolean };

const NUMBERS: Readonly<Record<string, number>> = { Event: 0, Series: 1, market: 2 };

export class CommentsFold implements NaiveFold {
  readonly #comments = new Map<number, Comment>();
  readonly #reactions = new Map<string, Row>();
  readonly #taken = new Map<string, Row>();
  #reports: number[] = [];
  readonly #discussions = new Map<string, Row>();

  observe({ sequence, timeMs, events }: ChainedEntry): void {
    for (const event of events)
      if (event.kind === 'CommentAdded') {
        const { comment: id, account, entity, parent, body = '' } = event;
        const place = { entity_type: NUMBERS[entity.type] ?? -1, entity_id: entity.id, parent: parent ?? 0 };
        const row = { id, ...place, account, body, created_ms: timeMs, updated_ms: timeMs };
        this.#comments.set(id, { row, parent, removed: false });
        this.#changed(id);
      } else if (event.kind === 'CommentRemoved') {
        const comment = this.#comments.get(event.comment);
        if (comment === undefined) continue;
        comment.removed = true;
        Object.assign(comment.row, { body: '', updated_ms: timeMs });
        this.#changed(event.comment);
        for (const [key, { comment: on }] of this.#reactions) if (on === event.comment) this.#reactions.delete(key);
      } else if (event.kind === 'ReactionAdded') {
        const { comment, account, reaction: type } = event;
        const row = { id: sequence, comment, account, type, created_ms: timeMs };
        this.#reactions.set(`${comment}/${account}/${type}`, row);
        this.#changed(comment);
      } else if (event.kind === 'ReactionRemoved') {
        const key = `${event.comment}/${event.account}/${event.reaction}`;
        const { id: reaction = null, created_ms = null } = this.#reactions.get(key) ?? {};
        this.#taken.set(String(sequence), { id: sequence, reaction, created_ms });
        this.#reactions.delete(key);
        this.#changed(event.comment);
      } else if (event.kind === 'CommentReported') {
        this.#reports.push(event.comment);
        this.#changed(event.comment);
      } else if (event.kind === 'ReportsDismissed') {
        this.#reports = this.#reports.filter((comment) => comment !== event.comment);
        this.#changed(event.comment);
      }
  }

  #changed(comment: number): void {
    const { entity_type, entity_id } = this.#comments.get(comment)?.row ?? {};
    if (entity_type === undefined || entity_id === undefined) return;
    const key = `${entity_type}/${entity_id}`;
    const sequence = Number(this.#discussions.get(key)?.['sequence'] ?? 0) + 1;
    this.#discussions.set(key, { entity_type, entity_id, sequence });
  }

  get tables(): Readonly<Record<'comments' | 'reactions' | 'reactions_taken' | 'discussions', Map<string, Row>>> {
    const comments = new Map<string, Row>();
    for (const [id, { row, removed }] of this.#comments) {
      const counts = { reply_count: 0, reaction_count: 0, report_count: 0 };
      comments.set(String(id), { ...row, removed: removed ? 1 : 0, shown: 1, ...counts });
    }
    const count = (id: number | null, column: string): void => {
      const row = comments.get(String(id));
      if (row !== undefined) row[column] = Number(row[column]) + 1;
    };
    for (const { comment } of this.#reactions.values()) count(Number(comment), 'reaction_count');
    for (const comment of this.#reports) count(comment, 'report_count');
    // Replies come after the comment they answer: from the last comment on, all replies are processed before their
    // parent.
    for (const [id, { parent, removed }] of [...this.#comments].reverse()) {
      const row = comments.get(String(id));
      if (row === undefined) continue;
      if (removed && row['reply_count'] === 0) row['shown'] = 0;
      else count(parent, 'reply_count');
    }
    const reactions = [...this.#reactions.values()].map((row): [string, Row] => [String(row['id']), row]);
    return { comments, reactions: new Map(reactions), reactions_taken: this.#taken, discussions: this.#discussions };
  }
}

export class ProfilesFold implements NaiveFold {
  readonly tables = { profiles: new Map<string, Row>(), creators: new Map<string, Row>() };

  observe({ timeMs, events }: ChainedEntry): void {
    for (const event of events)
      if (event.kind === 'AccountOpened') {
        const text = { name: '', bio: '', profile_image: '', display_username_public: 1, moderator: 0 };
        const { account } = event;
        const hashes = { name_text: '', bio_text: '', image_text: '' };
        const times = { created_ms: timeMs, updated_ms: timeMs };
        this.tables.profiles.set(String(account), { account, ...times, ...text, ...hashes });
      } else if (event.kind === 'ProfileUpdated') {
        const { name, bio, profileImage, displayUsernamePublic } = event.changes;
        const row = this.tables.profiles.get(String(event.account));
        if (row === undefined) continue;
        row['updated_ms'] = timeMs;
        const { texts = {} } = event;
        if ((texts.name ?? name) !== undefined) row['name_text'] = texts.name ?? '';
        if ((texts.bio ?? bio) !== undefined) row['bio_text'] = texts.bio ?? '';
        if ((texts.profileImage ?? profileImage) !== undefined) row['image_text'] = texts.profileImage ?? '';
        if (name !== undefined) row['name'] = name;
        if (bio !== undefined) row['bio'] = bio;
        if (profileImage !== undefined) row['profile_image'] = profileImage;
        if (displayUsernamePublic !== undefined) row['display_username_public'] = displayUsernamePublic ? 1 : 0;
      } else if (event.kind === 'ModeratorSet') {
        const row = this.tables.profiles.get(String(event.account));
        if (row !== undefined) row['moderator'] = event.moderator ? 1 : 0;
      } else if (event.kind === 'CatalogEventAdded') {
        const creator = event.event.creator.toLowerCase();
        if (creator !== '') this.tables.creators.set(creator, { creator });
      }
  }
}
