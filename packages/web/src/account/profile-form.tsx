/** The public profile: name, bio and picture. Only changed fields are sent. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CheckField, Field, Problem, TextField } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { Panel } from '../ui/panel.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { errorText } from '../venue/error-text.ts';
import { KEYS } from '../venue/keys.ts';
import { profileQuery } from '../venue/queries.ts';
import type { Account } from './account-queries.ts';
import { changesOf, type ProfileFields, pictureError } from './profile-fields.ts';

const NAME_MAX = 40;
const BIO_MAX = 500;

export function ProfilePanel({ account }: { readonly account: Account }) {
  const { data } = useQuery(profileQuery(account.client, account.address));
  return (
    <Panel
      title='Profile'
      aside={
        <Link to='/profile/$address' params={{ address: account.address }} className='small'>
          Public page
        </Link>
      }
    >
      <div className='panel__body'>
        {data === undefined ? (
          <SkeletonLines lines={15} />
        ) : (
          <ProfileForm
            account={account}
            pseudonym={data.pseudonym}
            known={{
              name: data.name,
              bio: data.bio,
              profileImage: data.profileImage,
              displayUsernamePublic: data.displayUsernamePublic,
            }}
          />
        )}
      </div>
    </Panel>
  );
}

type ProfileFormProps = { readonly account: Account; readonly known: ProfileFields; readonly pseudonym: string };

function ProfileForm({ account, known, pseudonym }: ProfileFormProps) {
  const queries = useQueryClient();
  const [before, setBefore] = useState(known);
  const [fields, setFields] = useState(known);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = (part: Partial<ProfileFields>): void => {
    setFields({ ...fields, ...part });
    setError(null);
  };
  const changes = changesOf(before, fields);
  const badPicture = pictureError(fields.profileImage);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (changes === null || badPicture !== null) return;
    setBusy(true);
    try {
      await account.client.profile.update(changes);
      setBefore(fields);
      showToast({ tone: 'good', title: 'Profile saved' });
      void queries.invalidateQueries({ queryKey: KEYS.profile(account.address) });
    } catch (refusal) {
      setError(errorText(refusal));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className='stack' onSubmit={(event) => void save(event)}>
      <div className='row'>
        <Mark id={account.address} image={badPicture === null ? fields.profileImage : ''} size={48} round />
        <p className='small soft'>
          Without a public name you appear as <strong>{pseudonym}</strong>.
        </p>
      </div>
      <Field
        label='Name'
        text={[fields.name, (name) => change({ name })]}
        maxLength={NAME_MAX}
        autoComplete='nickname'
        hint={
          before.displayUsernamePublic
            ? 'Letters of one alphabet, digits and simple punctuation; no emoji.'
            : 'Your name is hidden. Leave this empty to keep it as it is.'
        }
      />
      <TextField label='About you' rows={3} maxLength={BIO_MAX} text={[fields.bio, (bio) => change({ bio })]} />
      <Field
        label='Picture (https address)'
        hint='Shown here only from this venue’s own address; other clients may show any.'
        type='url'
        inputMode='url'
        placeholder='https://…'
        text={[fields.profileImage, (url) => change({ profileImage: url.trim() })]}
        error={badPicture}
      />
      <CheckField
        isSwitch
        isOn={fields.displayUsernamePublic}
        onChange={(displayUsernamePublic) => change({ displayUsernamePublic })}
      >
        Show my name to everybody
      </CheckField>
      <Problem text={error} />
      <div>
        <Button type='submit' kind='primary' busy={isBusy} disabled={changes === null || badPicture !== null}>
          Save profile
        </Button>
      </div>
    </form>
  );
}
