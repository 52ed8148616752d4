/** Finds an event and opens it for editing. The open event is part of the URL. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { EventPicker } from './event-picker.tsx';
import { ManageEvent } from './manage-event.tsx';

export function EventsSection() {
  const { event: slug, status } = useSearch({ from: '/operate/$section' });
  const navigate = useNavigate();
  const show = (next: typeof status): void =>
    void navigate({
      to: '/operate/$section',
      params: { section: 'events' },
      search: next === undefined ? {} : { status: next },
    });
  if (slug === undefined) {
    return <EventPicker status={status ?? 'all'} onStatus={(next) => show(next === 'all' ? undefined : next)} />;
  }
  return (
    <div className='stack'>
      <div>
        <Button kind='ghost' size='sm' onClick={() => show(status)}>
          <Icon name='back' size={16} /> Back to the list
        </Button>
      </div>
      <ManageEvent key={slug} slug={slug} />
    </div>
  );
}
