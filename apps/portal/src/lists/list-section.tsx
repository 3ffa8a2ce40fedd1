import { Section } from '#design/layout/section.tsx';
import { usePartAfter } from '#design/overlay/use-late-part.ts';
import { Actions, ListBody, type ListPageProps, loadTools } from './list-page.tsx';

/** A list as a section of a page. */
export function ListSection<Row, Search, Context extends object>(props: ListPageProps<Row, Search, Context>) {
  const { title, aside, found } = props;
  const tools = usePartAfter(found.total !== undefined, loadTools);
  const actions = (
    <div className="flex items-center gap-2.5">
      <Actions {...props} tools={tools} size="s" />
    </div>
  );
  return (
    <Section title={title} aside={aside} action={actions}>
      <ListBody {...props} tools={tools} />
    </Section>
  );
}
