import { createFileRoute } from '@tanstack/react-router';
import { PersonalDataPage } from '#features/personal-data/personal-data-page.tsx';

/** Exports and erases a person's data, for administrators (contract §8, Personal data). */
export const Route = createFileRoute('/admin/personal-data')({
  staticData: { title: 'Personal data' },
  component: PersonalDataPage,
});
