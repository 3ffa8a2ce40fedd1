import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListPage } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import type { ExceptionSearch } from './exception-filters.ts';
import { exceptionList } from './exception-list.tsx';
import { ExceptionSheet } from './exception-sheet.tsx';
import { exceptionsQuery } from './exceptions-query.ts';

interface ExceptionsPageProps {
  search: ExceptionSearch;
  /** The list with another search. */
  hrefOf: (search: ExceptionSearch) => string;
  /** Merges a change into the address. */
  onChange: (change: Partial<ExceptionSearch>) => void;
  merchantFilter: ReactNode;
}

const context = {};

/** What account providers and banks say and our books contradict, for administrators; one opens beside the list. */
export function ExceptionsPage({ search, hrefOf, onChange, merchantFilter }: ExceptionsPageProps) {
  const options = exceptionsQuery(search);
  const { data } = useQuery(options);
  const found = useFound(options);
  return (
    <>
      <ListPage
        list={exceptionList}
        title="Exceptions"
        aside={data && `${data.unresolved.toLocaleString('en-GB')} unresolved`}
        rowHref={({ exceptionId }) => hrefOf({ ...search, exception: exceptionId })}
        chips={{ merchantId: merchantFilter }}
        isForAll
        {...{ search, found, context, hrefOf, onChange }}
      />
      <ExceptionSheet exceptionId={search.exception} onClose={() => onChange({ exception: undefined })} />
    </>
  );
}
