/** Button that loads the next page of a list; absent at its end. */
import { Button } from './button.tsx';

/** The subset of TanStack's query result used here. */
export interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

export function ShowMore({ of, text, small = false }: Readonly<{ of: Paged; text: string; small?: boolean }>) {
  if (!of.hasNextPage) return null;
  return (
    <Button size={small ? 'sm' : 'md'} busy={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
      {text}
    </Button>
  );
}
