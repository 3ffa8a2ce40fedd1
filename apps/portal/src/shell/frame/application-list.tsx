import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { Icon } from '#design/icon.tsx';
import Check from 'lucide/dist/esm/icons/check.mjs';
import { useState } from 'react';
import { fieldClass } from '#design/controls/control-classes.ts';
import { formatCount } from '#design/text/format-text.ts';
import { adminMerchantsHref } from '#platform/hrefs.ts';

const searchedFrom = 8;
/** Further applications are found by typing. */
const mostShown = 100;

interface ApplicationListProps {
  applications: readonly Application[];
  selectedId: string | undefined;
  hrefOf: (applicationId: string) => string;
  isAdmin: boolean;
  close: () => void;
}

export function ApplicationList({ applications, selectedId, hrefOf, isAdmin, close }: ApplicationListProps) {
  const [text, setText] = useState('');
  const searched = dropInvisible(text).trim().toLowerCase();
  const found = applications.filter(
    ({ applicationId, applicationName }) =>
      applicationName.toLowerCase().includes(searched) || (searched !== '' && applicationId.startsWith(searched)),
  );
  const shown = found.slice(0, mostShown);
  const selected = found.find(({ applicationId }) => applicationId === selectedId);
  if (selected && !shown.includes(selected)) shown.unshift(selected);
  return (
    <div className="grid w-[260px] gap-1.5 p-1.5">
      {applications.length > searchedFrom && (
        <input
          type="search"
          aria-label="Find an application"
          placeholder="Find an application"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={fieldClass}
        />
      )}
      <ul className="m-0 grid max-h-[320px] list-none gap-px overflow-auto p-0">
        {shown.map(({ applicationId, applicationName }) => (
          <li key={applicationId}>
            <a
              href={hrefOf(applicationId)}
              onClick={close}
              aria-current={applicationId === selectedId ? 'true' : undefined}
              className="flex items-center gap-2 rounded-medium px-2 py-1.5 hover:bg-hover phone:py-2.5"
            >
              <bdi className="min-w-0 truncate">{applicationName}</bdi>
              {applicationId === selectedId && <Icon of={Check} className="ml-auto !size-3.5" />}
            </a>
          </li>
        ))}
      </ul>
      {(found.length === 0 || found.length > shown.length) && (
        <p role="status" className="m-0 px-2 py-1 text-ink-3">
          {found.length === 0
            ? 'No applications match this name'
            : `${formatCount(shown.length)} of ${formatCount(found.length)} shown: type part of the name`}
        </p>
      )}
      {isAdmin && (
        <a href={adminMerchantsHref()} onClick={close} className="border-t border-line px-2 pt-2 pb-1 text-act">
          All merchants
        </a>
      )}
    </div>
  );
}
