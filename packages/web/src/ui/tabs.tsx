/** Tabs. A panel is mounted when it is first shown. */
import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly title: ReactNode; readonly content: ReactNode }[];
  readonly value?: string;
  readonly onChange?: (id: string) => void;
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const first = tabs[0]?.id ?? '';
  const control =
    value === undefined ? { defaultValue: first } : { value, ...(onChange && { onValueChange: onChange }) };
  return (
    <Radix.Root className='tabs' {...control}>
      <Radix.List className='wrap flex tabs__list' aria-label={label}>
        {tabs.map(({ id, title }) => (
          <Radix.Trigger key={id} value={id} className='tabs__tab'>
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className='tabs__panel'>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
