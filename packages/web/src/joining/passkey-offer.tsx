/** A button that adds a passkey, with which the person comes back without a link. */
import { useMutation } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/field.tsx';
import { addPasskey } from './passkey.ts';

export function PasskeyOffer({ name }: { readonly name: string }) {
  const add = useMutation({ mutationFn: () => addPasskey(name) });
  return (
    <div className='stack gap-2'>
      <Button wide busy={add.isPending} disabled={add.isSuccess} onClick={() => add.mutate()}>
        {add.isSuccess ? 'You can come back with your passkey' : 'Add a passkey, to come back without a link'}
      </Button>
      <Problem text={add.isError ? 'No passkey was added.' : null} />
    </div>
  );
}
