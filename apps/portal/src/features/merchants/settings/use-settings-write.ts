import { useQueryClient } from '@tanstack/react-query';
import { getMerchantSettings, type MerchantSettings } from '@volume/contract/merchants/merchant-settings.ts';
import { call } from '#platform/provider-api.ts';
import { healthKeys } from '#features/merchants/health/health-query.ts';
import { merchantListKeys } from '#features/merchants/merchants-query.ts';
import { merchantKeys } from '#platform/merchant-query.ts';
import { applicationRequestsQuery } from '#platform/queries/application-requests-query.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { merchantSettingsQuery } from './settings-query.ts';

interface SettingsWrite<Body, Answer> {
  merchantId: string;
  send: (body: Body, stepUp: string | undefined) => Promise<Answer>;
  onDone: (answer: Answer, body: Body) => void;
  /** Called with the current values when another administrator was faster. */
  onChanged?: (now: MerchantSettings) => void;
}

/** Writes a merchant's settings, and always refetches them, also after a refusal. */
export function useSettingsWrite<Body, Answer>({ merchantId, send, onDone, onChanged }: SettingsWrite<Body, Answer>) {
  const queryClient = useQueryClient();
  const settingsChanged = () =>
    invalidate(
      queryClient,
      merchantSettingsQuery(merchantId).queryKey,
      applicationRequestsQuery(merchantId).queryKey,
      merchantKeys.of(merchantId),
      healthKeys.all,
      merchantListKeys.all,
    );
  const refetch = async () => onChanged?.(await call(getMerchantSettings, { params: { merchantId } }));
  return useWrite(
    (body: Body, { stepUp }) => refetchOnConflict(send(body, stepUp).finally(settingsChanged), refetch),
    onDone,
  );
}
