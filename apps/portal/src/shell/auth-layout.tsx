import { Outlet } from '@tanstack/react-router';
import { environmentLabel } from '@volume/contract/portal/environment.ts';
import { BrandName, EnvironmentBadge } from '#design/brand/brand.tsx';
import { readSettings } from '#platform/settings.ts';

export function AuthLayout() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-6 phone:items-start phone:pt-[14vh]">
      <div className="w-full max-w-[348px]">
        <div className="mb-6">
          <BrandName>
            <EnvironmentBadge environment={environmentLabel(readSettings().apiBaseUrl)} />
          </BrandName>
        </div>
        <Outlet />
      </div>
    </main>
  );
}
