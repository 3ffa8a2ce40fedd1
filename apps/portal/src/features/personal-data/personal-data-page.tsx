import { useQuery } from '@tanstack/react-query';
import { findPersonalData, type PersonalData } from '@volume/contract/personal-data/personal-data.ts';
import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { Section } from '#design/layout/section.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { PartError } from '#lists/part-error.tsx';
import { adminActivityHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { PersonRecords } from './person-records.tsx';
import { isRemoved, obstacleText } from './personal-data-labels.ts';
import { personalDataQuery } from './personal-data-query.ts';

const EraseDialog = lazyDialog(() => import('./erase-dialog.tsx').then((module) => module.EraseDialog));
const ExportDialog = lazyDialog(() => import('./export-dialog.tsx').then((module) => module.ExportDialog));

const schema = z.object({ email: requiredText(findPersonalData.body.shape.email, 'The email address') });

/** The data that is stored about a person, to export or erase it (contract §8, Personal data). */
export function PersonalDataPage() {
  // Not in the address, which browsers and proxies remember.
  const [email, setEmail] = useState<string>();
  const query = useQuery({ ...personalDataQuery(email ?? ''), enabled: email !== undefined });
  const { data, error, isFetching, refetch } = query;
  const lookUp = (typed: { email: string }) => {
    const next = foldEmailAddress(typed.email);
    if (next === email) void refetch();
    else setEmail(next);
  };
  const form = useForm({ schema, values: { email: '' }, write: { run: lookUp, isBusy: false } });
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: 'Activity', href: adminActivityHref() }, { label: 'Personal data' }]}
        title="Personal data"
      />
      <form {...form.element} className="mb-8 flex max-w-[860px] items-start gap-2.5">
        <div className="max-w-[460px] min-w-0 flex-1">
          <TextField
            label="Email address of a user or payer"
            hint="Looking up changes nothing. It counts the records that name this person."
            inputMode="email"
            autoComplete="off"
            {...form.text('email')}
          />
        </div>
        <Button type="submit" size="l" className="mt-[26px]" busy={isFetching && !data}>
          Look up
        </Button>
      </form>
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : data ? (
        <Found key={data.email} person={data} />
      ) : (
        email !== undefined && <SkeletonLines count={8} />
      )}
    </>
  );
}

function Found({ person }: { person: PersonalData }) {
  const { email, obstacle, isErasing, records } = person;
  const [open, setOpen] = useState<'export' | 'erase'>();
  const isReader = useChangeDisabledReason();
  const close = () => setOpen(undefined);
  const nothing = records.some(isRemoved) ? undefined : 'Nothing to erase';
  const blocked = obstacle ? obstacleText(obstacle).title : isErasing ? 'This person is being erased' : nothing;
  return (
    <div className="max-w-[860px]">
      {obstacle && (
        <div className="mb-6">
          <Notice tone="held" title={obstacleText(obstacle).title}>
            {obstacleText(obstacle).detail}
          </Notice>
        </div>
      )}
      {isErasing && (
        <div className="mb-6">
          <Notice tone="info" title="This person is being erased">
            The account has ended. The other records follow, and are checked again after a minute.
          </Notice>
        </div>
      )}
      <Section
        title="Person"
        action={
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button
              disabledReason={isReader ?? (records.length === 0 ? 'Nothing is stored about this person' : undefined)}
              onClick={() => setOpen('export')}
            >
              Export…
            </Button>
            <Button variant="danger" disabledReason={isReader ?? blocked} onClick={() => setOpen('erase')}>
              Erase…
            </Button>
          </div>
        }
      >
        <Account person={person} />
      </Section>
      <PersonRecords records={records} />
      <ExportDialog email={email} isOpen={open === 'export'} onClose={close} />
      <EraseDialog person={person} isOpen={open === 'erase'} onClose={close} />
    </div>
  );
}

function Account({ person: { email, account } }: { person: PersonalData }) {
  const zone = useZone();
  const personal = (text: string) => <bdi data-personal>{text}</bdi>;
  return (
    <DescriptionList
      items={[
        { term: 'Email', detail: personal(email) },
        ...(account
          ? [
              { term: 'Name', detail: account.name && personal(account.name) },
              { term: 'Account', detail: account.enabled ? 'Enabled' : 'Disabled' },
              { term: 'Works for', detail: <bdi>{account.companyName ?? 'Volume, as administrator'}</bdi> },
              {
                term: 'Last sign-in',
                detail: account.lastSignInAtUtc && formatDateTime(account.lastSignInAtUtc, zone, 'full'),
              },
            ]
          : [{ term: 'Account', detail: 'None' }]),
      ]}
    />
  );
}
