import { createFileRoute } from '@tanstack/react-router';
import { AuthLayout } from '#shell/auth-layout.tsx';

export const Route = createFileRoute('/auth')({ component: AuthLayout });
