import { createFileRoute } from '@tanstack/react-router';
import { AdminLayout } from '#shell/admin-layout.tsx';
import { requireAdmin } from '#shell/routing/guards.ts';

export const Route = createFileRoute('/admin')({ beforeLoad: requireAdmin, component: AdminLayout });
