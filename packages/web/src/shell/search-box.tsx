/** Search in the header: suggestions while typing, arrow keys to select, Enter to open. `/` focuses the input. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { suggestionsQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { type Suggestion, suggestionsOf } from './suggestions.ts';

const DELAY_MS = 150;

/** Returns the debounced value. */
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
      className='row gap-3 search__option'
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
