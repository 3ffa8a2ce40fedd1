import { useRouter } from '@tanstack/react-router';
import { Icon } from '#design/icon.tsx';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import { adminMerchantsHref } from '#platform/hrefs.ts';
import { leaveMerchant } from '#platform/session/session.ts';

export function ActingBar({ companyName }: { companyName: string }) {
  const router = useRouter();
  const leave = () => {
    leaveMerchant();
    void router.navigate({ href: adminMerchantsHref() });
  };
  return (
    <div className="mb-4 flex print:hidden items-center gap-2.5 rounded bg-ink px-3 py-2 font-medium text-paper">
      <Icon of={Eye} />
      <span className="min-w-0 truncate">
        You are viewing <bdi>{companyName}</bdi>
      </span>
      <button
        type="button"
        onClick={leave}
        className="ml-auto underline underline-offset-2 focus-visible:outline-paper"
      >
        Leave
      </button>
    </div>
  );
}
