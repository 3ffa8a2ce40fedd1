import { defineSearch } from '#lists/list-search.ts';
import { readId } from '#lists/read-search.ts';

export const scheduledFilesSearch = defineSearch({
  filters: [],
  readOther: (given) => ({
    applicationId: readId(given['applicationId']),
    /** The file that a mailed link leads to. */
    file: readId(given['file']),
  }),
});

export type ScheduledFilesSearch = ReturnType<typeof scheduledFilesSearch.read>;
