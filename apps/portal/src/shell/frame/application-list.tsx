import type { Application } from '@volume/contract/merchants.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { fieldClass } from '#design/controls/field-class.ts';
import { adminMerchantsHref } from '#platform/hrefs.ts';

const searchedFrom = 8;

export interface ApplicationListProps {
  applications: readonly Application[];
  selectedId: string | undefined;
  hrefOf: (applicationId: string) => string;
  isAdmin: boolean;
  close: () => void;
}

/** The applications one can work in, searched when they are many. */
export function ApplicationList({ applications, selectedId, hrefOf, isAdmin, close }: ApplicationListProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = applications.filter((each) => each.applicationName.toLowerCase().includes(wanted));
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
        {found.map(({ applicationId, applicationName }) => (
          <li key={applicationId}>
            <a
              href={hrefOf(applicationId)}
              onClick={close}
              aria-current={applicationId === selectedId ? 'true' : undefined}
              className="flex items-center gap-2 rounded-m px-2 py-1.5 hover:bg-hover phone:py-2.5"
            >
              <bdi className="min-w-0 truncate">{applicationName}</bdi>
              {applicationId === selectedId && <Check aria-hidden="true" className="ml-auto !size-3.5" />}
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p role="status" className="m-0 px-2 py-1 text-ink-3">
          No application by that name
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
