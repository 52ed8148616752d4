/**
 * Input for a wallet: an address, or the beginning of a name, which lists the matching accounts. The owner of an
 * address is shown below it, so that nothing goes to a stranger by mistake.
 */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Field } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { profileQuery, reading } from '../venue/queries.ts';
import { useOperator } from './operator.tsx';
import { addressProblem } from './rules.ts';

const FOUND_MAX = 6;
const NAME_LENGTH_MIN = 2;

interface WalletFieldProps {
  readonly label: string;
  /** An address, or the text typed so far. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
}

export function WalletField({ label, value, onChange, error }: WalletFieldProps) {
  const { client } = useOperator();
  const text = useDeferredValue(value.trim());
  const isAddress = addressProblem(text) === null;
  const owner = useQuery({ ...profileQuery(client, text), enabled: isAddress, retry: false });
  const isName = !isAddress && !text.startsWith('0x') && text.length >= NAME_LENGTH_MIN;
  const query = { q: text, limit_per_type: FOUND_MAX, search_tags: false };
  const found = useQuery({
    ...reading(['operate', 'wallets', text], async (call) => (await client.catalog.search(query, call)).profiles, 0),
    enabled: isName,
  });
  const hint = isAddress
    ? owner.isPending
      ? 'Looking up whose it is…'
      : owner.data === undefined
        ? 'No account here has this address.'
        : `Belongs to ${owner.data.name || owner.data.pseudonym}.`
    : 'A name, or the address of an account or one of its wallets.';
  return (
    <div className='stack gap-2'>
      <Field
        label={label}
        text={[value, onChange]}
        placeholder='name or 0x…'
        spellCheck={false}
        autoComplete='off'
        error={error}
        hint={hint}
      />
      {isName && found.data?.length === 0 && (
        <p className='small soft' role='status'>
          No account has this name.
        </p>
      )}
      {isName && found.data !== undefined && found.data.length > 0 && (
        <ul className='grid rounded operate__found' aria-label='Accounts with this name'>
          {found.data.map(({ baseAddress, name, pseudonym, profileImage }) => (
            <li key={baseAddress}>
              <button
                type='button'
                className='grid gap-2 center operate__found-account'
                onClick={() => onChange(baseAddress)}
              >
                <Mark id={baseAddress} image={profileImage} size={24} round />
                <strong className='truncate'>{name || pseudonym}</strong>
                <code className='small faint truncate'>{baseAddress}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
