import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { AdminLayout } from '#shell/admin-layout.tsx';
import { requireAdmin } from '#shell/routing/guards.ts';
import { portalQueryClient } from '#shell/routing/signed-in.ts';

export const Route = createFileRoute('/admin')({ beforeLoad: requireAdmin, component: Layout });

function Layout() {
  return (
    <QueryClientProvider client={portalQueryClient()}>
      <AdminLayout />
    </QueryClientProvider>
  );
}
