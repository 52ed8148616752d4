/** Search in the header: suggestions while typing, arrow keys to select, Enter to open. `/` focuses the input. */
import type { SearchAnswer } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { formatPercent, NO_FIGURE } from '../format/numbers.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { suggestionsQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';

const DELAY_MS = 150;

function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

export function SearchBox() {
  const client = useClient();
  const navigate = useNavigate();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** Key of the suggestion that the arrow keys have reached. It stays selected where newer suggestions have it. */
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const words = useDeferredValue(useRested(text.trim()));
  const { data } = useQuery(suggestionsQuery(client, words));
  const suggestions = words === '' || data === undefined ? [] : suggestionsOf(data);
  const chosen = suggestions.findIndex(({ key }) => key === chosenKey);
  const isShown = isOpen && text.trim() !== '' && words !== '';
  useSlashKey(input);

  const go = (suggestion: Suggestion | undefined): void => {
    setOpen(false);
    input.current?.blur();
    if (suggestion === undefined) void navigate({ to: '/search', search: { q: text.trim() } });
    else {
      setText('');
      void navigate(suggestion.target);
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setOpen(true);
      const next = Math.min(suggestions.length - 1, chosen + step);
      setChosenKey(suggestions[next]?.key ?? null);
    } else if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter' && text.trim() !== '') go(isShown ? suggestions[chosen] : undefined);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to all readers yet.
    <div className='search' role='search'>
      <span className='faint search__icon'>
        <Icon name='search' />
      </span>
      <input
        ref={input}
        className='input search__input'
        type='search'
        placeholder='Search markets'
        aria-label='Search markets'
        role='combobox'
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete='list'
        aria-activedescendant={isShown && chosen >= 0 ? `${listId}-${chosen}` : undefined}
        autoComplete='off'
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
          setChosenKey(null);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
      />
      <span className='faint tiny search__key' aria-hidden='true'>
        /
      </span>
      <div className='search__list' role='listbox' id={listId} aria-label='Suggestions' hidden={!isShown}>
        {suggestions.map((suggestion, index) => (
          <SuggestionRow
            key={suggestion.key}
            id={`${listId}-${index}`}
            suggestion={suggestion}
            isChosen={index === chosen}
            onGo={() => go(suggestion)}
          />
        ))}
        {isShown && suggestions.length === 0 && (
          <p className='faint search__none'>{data === undefined ? 'Searching…' : `Nothing found for “${words}”`}</p>
        )}
      </div>
    </div>
  );
}

interface SuggestionRowProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly isChosen: boolean;
  readonly onGo: () => void;
}

function SuggestionRow({ id, suggestion, isChosen, onGo }: SuggestionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus.
    <div
      id={id}
      role='option'
      tabIndex={-1}
      aria-selected={isChosen}
      className='row gap-3 rounded search__option'
      // Keeps the focus in the input, so that the list stays open until the click completes.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onGo}
    >
      <Mark id={suggestion.key} image={suggestion.image} size={28} round={suggestion.kind === 'profile'} />
      <span className='truncate'>{suggestion.title}</span>
      <span className='faint tiny search__note'>{suggestion.note}</span>
    </div>
  );
}

/** Focuses the search on `/`, unless the user is typing elsewhere. */
function useSlashKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const target = event.target;
      const isWriting = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}

/** Search suggestions as one list: events first, then topics and people. */
interface Suggestion {
  readonly key: string;
  readonly kind: 'event' | 'tag' | 'profile';
  readonly title: string;
  readonly note: string;
  readonly image: string;
  readonly target:
    | { readonly to: '/event/$slug'; readonly params: { readonly slug: string } }
    | { readonly to: '/'; readonly search: { readonly tag: string } }
    | { readonly to: '/profile/$address'; readonly params: { readonly address: string } };
}

const EVENTS_MAX = 6;
const OTHERS_MAX = 3;

function suggestionsOf({ events, tags, profiles }: SearchAnswer): readonly Suggestion[] {
  return [
    ...events.slice(0, EVENTS_MAX).map((event): Suggestion => {
      const [only, ...others] = event.markets;
      return {
        key: event.slug,
        kind: 'event',
        title: event.title,
        note:
          only === undefined || others.length > 0
            ? `${event.markets.length} markets`
            : only.priceKnown
              ? formatPercent(firstPrice(only.outcomePrices))
              : NO_FIGURE,
        image: event.image || event.icon,
        target: { to: '/event/$slug', params: { slug: event.slug } },
      };
    }),
    ...tags.slice(0, OTHERS_MAX).map(
      (tag): Suggestion => ({
        key: `tag-${tag.slug}`,
        kind: 'tag',
        title: tag.label,
        note: `Topic · ${tag.event_count}`,
        image: '',
        target: { to: '/', search: { tag: tag.slug } },
      }),
    ),
    ...profiles.slice(0, OTHERS_MAX).map(
      (profile): Suggestion => ({
        key: profile.baseAddress,
        kind: 'profile',
        title: profile.name || profile.pseudonym,
        note: 'Trader',
        image: profile.profileImage,
        target: { to: '/profile/$address', params: { address: profile.baseAddress } },
      }),
    ),
  ];
}

const firstPrice = (outcomePrices: string): string => /[0-9.]+/.exec(outcomePrices)?.[0] ?? '0';
