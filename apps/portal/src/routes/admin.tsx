import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { AdminLayout } from '#shell/admin-layout.tsx';
import { requireAdmin } from '#shell/routing/guards.ts';

export const Route = createFileRoute('/admin')({ beforeLoad: requireAdmin, component: Layout });

function Layout() {
  const { queryClient } = Route.useRouteContext();
  return (
    <QueryClientProvider client={queryClient}>
      <AdminLayout />
    </QueryClientProvider>
  );
}
