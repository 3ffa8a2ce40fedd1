import { Section } from '#design/layout/section.tsx';
import { Actions, ListBody, type ListPageProps } from './list-page.tsx';

/** A list as a section of a page. */
export function ListSection<Row, Search, Context extends object>(props: ListPageProps<Row, Search, Context>) {
  const { title, aside } = props;
  const actions = (
    <div className="flex items-center gap-2.5">
      <Actions {...props} size="s" />
    </div>
  );
  return (
    <Section title={title} aside={aside} action={actions}>
      <ListBody {...props} />
    </Section>
  );
}
