/** Operator page. Asks for the admin token, then shows one section at a time. */
import { Link, useParams } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import '../operate/operate.css';
import { EventsSection } from '../operate/events-section.tsx';
import { HealthPanel } from '../operate/health-panel.tsx';
import { ModeSection } from '../operate/mode-section.tsx';
import { ModerationSection } from '../operate/moderation-section.tsx';
import { MoneySection } from '../operate/money-section.tsx';
import { NewEventSection } from '../operate/new-event-section.tsx';
import { OperatorProvider, useOperator } from '../operate/operator.tsx';
import { SuggestionsSection } from '../operate/suggestions-section.tsx';
import { HAS_PEOPLE } from '../session/venue-people.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { isSandbox } from '../venue/is-sandbox.ts';
import { lazyPart } from '../venue/load-part.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType;
}

const SandboxPanel = lazyPart(async () => (await import('../sandbox/sandbox-panel.tsx')).SandboxPanel);

const PeopleSection = lazyPart(async () => (await import('../operate/people/people-section.tsx')).PeopleSection);
const InvitationsSection = lazyPart(
  async () => (await import('../operate/people/invitations-section.tsx')).InvitationsSection,
);
const GroupsSection = lazyPart(async () => (await import('../operate/people/groups-section.tsx')).GroupsSection);
const GrantsSection = lazyPart(async () => (await import('../operate/people/grants-section.tsx')).GrantsSection);

const ExportSection = lazyPart(async () => (await import('../operate/export-section.tsx')).ExportSection);

const OF_PEOPLE: readonly Section[] = [
  { id: 'people', title: 'People', Content: PeopleSection },
  { id: 'invitations', title: 'Invitations', Content: InvitationsSection },
  { id: 'groups', title: 'Groups', Content: GroupsSection },
];

const SECTIONS: readonly [Section, ...Section[]] = [
  { id: 'health', title: 'Health', Content: HealthPanel },
  { id: 'events', title: 'Events', Content: EventsSection },
  { id: 'new', title: 'New', Content: NewEventSection },
  { id: 'suggestions', title: 'Ideas', Content: SuggestionsSection },
  { id: 'comments', title: 'Comments', Content: ModerationSection },
  ...(HAS_PEOPLE ? OF_PEOPLE : []),
  { id: 'money', title: 'Money', Content: MoneySection },
  { id: 'grants', title: 'Grants', Content: GrantsSection },
  { id: 'export', title: 'Export', Content: ExportSection },
  { id: 'mode', title: 'Mode', Content: ModeSection },
  ...(isSandbox() ? [{ id: 'sandbox', title: 'Sandbox', Content: SandboxPanel }] : []),
];

export function OperatePage() {
  const { section: id = SECTIONS[0].id } = useParams({ strict: false });
  const section = SECTIONS.find((each) => each.id === id);
  usePageTitle(section === undefined ? 'Operate' : `${section.title} · Operate`);
  return (
    <OperatorProvider>
      <div className='stack gap-5 operate'>
        <Head current={id} />
        <div className='operate__content'>
          <Suspense fallback={<SkeletonLines lines={6} />}>
            {section === undefined ? <EmptyState title='There is no such section' /> : <section.Content />}
          </Suspense>
        </div>
      </div>
    </OperatorProvider>
  );
}

function Head({ current }: { readonly current: string }) {
  const { leave } = useOperator();
  return (
    <header className='stack gap-3 operate__head'>
      <div className='row row--apart'>
        <h1>Operate</h1>
        <Button size='sm' onClick={leave}>
          Leave
        </Button>
      </div>
      <nav className='wrap flex tabs__list operate__sections' aria-label='Sections of Operate'>
        {SECTIONS.map(({ id, title }) => (
          <Link
            key={id}
            to='/operate/$section'
            params={{ section: id }}
            search={{}}
            className='tabs__tab'
            data-state={id === current ? 'active' : 'inactive'}
            aria-current={id === current ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
    </header>
  );
}
