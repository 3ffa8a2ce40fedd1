import { useQuery } from '@tanstack/react-query';
import { sumOf } from '#features/failed-jobs/failed-job-labels.ts';
import { deadJobsQuery } from '#features/failed-jobs/failed-jobs-query.ts';
import { formatCount } from '#design/text/format-text.ts';

/** The number of dead jobs, behind their page's link in the navigation. */
export default function FailedJobsCount() {
  const { data } = useQuery(deadJobsQuery());
  const { dead } = sumOf(data?.kinds ?? []);
  if (dead === 0) return null;
  return <span className="num ml-auto text-label in-data-folded:sr-only">{formatCount(dead)}</span>;
}
