/** Clarifications and suggestions, folded from events as simply as possible. */
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { NaiveFold, Row } from './naive-fold.ts';

export class AskingFold implements NaiveFold {
  readonly tables = { clarifications: new Map<string, Row>(), suggestions: new Map<string, Row>() };

  observe({ sequence, timeMs, events }: ChainedEntry): void {
    for (const event of events)
      if (event.kind === 'ClarificationAdded') {
        const { catalogEvent, number, text } = event;
        const row = { event: catalogEvent, number, text, created_ms: timeMs, id: sequence * 8_192 };
        this.tables.clarifications.set(`${catalogEvent}/${number}`, row);
      } else if (event.kind === 'SuggestionAdded') {
        const { suggestion: id, account, title, description, answers, endDate: end_date } = event;
        const row = { id, account, title, description, answers: JSON.stringify(answers), end_date, created_ms: timeMs };
        this.tables.suggestions.set(`${id}`, { ...row, status: 'waiting', note: '', decided_ms: null, event: null });
      } else if (event.kind === 'SuggestionDecided') {
        const { suggestion, status, note, catalogEvent } = event;
        const decided = { status, note, decided_ms: timeMs, event: catalogEvent };
        Object.assign(this.tables.suggestions.get(`${suggestion}`) ?? {}, decided);
      }
  }
}
