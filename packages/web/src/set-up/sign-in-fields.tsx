/** Provider and mail server of a new venue, each with a check. Secrets are sent to this venue alone, and never shown again. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { boundTo } from '../operate/fields.ts';
import { Button } from '../ui/button.tsx';
import { CopyableCode } from '../ui/copyable-code.tsx';
import { Field, Problem } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { checkProvider, tryMail } from './set-up-client.ts';
import type { SetUpDraft } from './set-up-draft.ts';

interface SignInFieldsProps {
  readonly token: string;
  readonly draft: SetUpDraft;
  readonly bind: ReturnType<typeof boundTo<keyof SetUpDraft>>;
}

export function ProviderFields({ token, draft, bind, callback }: SignInFieldsProps & { readonly callback: string }) {
  const check = useMutation({ mutationFn: (issuer: string) => checkProvider(token, issuer) });
  const isCurrent = check.variables === draft.oidcIssuer;
  const problem = check.error?.message ?? check.data?.problem;
  return (
    <Panel title='The provider' padded>
      <p className='small soft'>At the provider, register a web client that comes back to:</p>
      <CopyableCode label='Redirect address' code={callback} />
      <Field
        label='Issuer'
        autoComplete='off'
        placeholder='https://login.company.example'
        {...bind('oidcIssuer')}
        hint='Exactly as the provider calls itself.'
      />
      <div className='row wrap'>
        <Button busy={check.isPending} onClick={() => check.mutate(draft.oidcIssuer)}>
          Check the provider
        </Button>
        {isCurrent && check.data?.problem === '' && <p role='status'>The provider answers.</p>}
      </div>
      <Problem text={isCurrent ? problem : null} />
      <div className='grid gap-4 operate__pair'>
        <Field label='Client id' autoComplete='off' {...bind('oidcClientId')} />
        <Field label='Client secret' type='password' autoComplete='off' {...bind('oidcClientSecret')} />
      </div>
      <Field
        label='E-mail domains'
        autoComplete='off'
        placeholder='company.example'
        {...bind('oidcDomains')}
        hint='Separated by commas. Empty: everyone whom the provider knows.'
      />
      <div className='grid gap-4 operate__pair'>
        <Field
          label='Claim with groups'
          autoComplete='off'
          placeholder='groups'
          {...bind('oidcGroupsClaim')}
          hint='Empty: you put people in groups.'
        />
        <Field
          label='Scopes'
          autoComplete='off'
          placeholder='openid email profile'
          {...bind('oidcScopes')}
          hint='Some providers tell groups only for a scope of its own.'
        />
      </div>
      <Field
        label='Roles'
        autoComplete='off'
        placeholder='venue-admins=operator,press=editor'
        {...bind('oidcRoles')}
        hint='By values of that claim, or of roles. Empty: you give roles.'
      />
    </Panel>
  );
}

export function MailFields({ token, draft, bind }: SignInFieldsProps) {
  const [to, setTo] = useState('');
  const { smtpUrl, smtpFrom } = draft;
  const send = useMutation({
    mutationFn: () => tryMail(token, { smtpUrl, smtpFrom, name: draft.name.trim() || 'Bellwether', to: to.trim() }),
  });
  return (
    <Panel title='Mail (optional)' padded>
      <p className='small soft'>For links to sign in, and for invitations.</p>
      <Field
        label='Mail server'
        type='password'
        autoComplete='off'
        placeholder='smtp://USER:PASSWORD@HOST:PORT'
        {...bind('smtpUrl')}
        hint='smtp://USER:PASSWORD@HOST:PORT, or smtps://…'
      />
      <Field
        label='Sender'
        autoComplete='off'
        placeholder='Venue &lt;venue@company.example&gt;'
        {...bind('smtpFrom')}
      />
      {smtpUrl.trim() !== '' && (
        <>
          <Field label='Send a test mail to' type='email' autoComplete='email' text={[to, setTo]} />
          <div className='row wrap'>
            <Button
              busy={send.isPending}
              disabled={to.trim() === '' || smtpFrom.trim() === ''}
              onClick={() => send.mutate()}
            >
              Send a test mail
            </Button>
            {send.isSuccess && <p role='status'>The mail server has taken it.</p>}
          </div>
          <Problem text={send.error?.message} />
        </>
      )}
    </Panel>
  );
}
