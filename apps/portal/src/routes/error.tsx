import { createFileRoute } from '@tanstack/react-router';
import { FatalPage } from '#shell/states/fatal-page.tsx';

export const Route = createFileRoute('/error')({ staticData: { title: 'Error' }, component: () => <FatalPage /> });
