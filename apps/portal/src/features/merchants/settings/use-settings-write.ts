import { useQueryClient } from '@tanstack/react-query';
import { getMerchantSettings, type MerchantSettings } from '@volume/contract/merchants/merchant-settings.ts';
import { call } from '#platform/provider-api.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';

interface SettingsWrite<Body, Answer> {
  merchantId: string;
  send: (body: Body, stepUp: string | undefined) => Promise<Answer>;
  onDone: (answer: Answer, body: Body) => void;
  /** Called with the current values when another administrator was faster. */
  onChanged?: (now: MerchantSettings) => void;
}

/** Writes what administrators set for a merchant, and refetches it whatever the outcome. */
export function useSettingsWrite<Body, Answer>({ merchantId, send, onDone, onChanged }: SettingsWrite<Body, Answer>) {
  const queryClient = useQueryClient();
  const invalidate = () => {
    for (const queryKey of [
      ['merchant-settings', merchantId],
      ['application-requests', merchantId],
      ['merchant-view', merchantId],
      ['merchant-health'],
      ['merchants'],
    ]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  const refetch = async () => onChanged?.(await call(getMerchantSettings, { params: { merchantId } }));
  return useWrite(
    (body: Body, { stepUp }) => refetchOnConflict(send(body, stepUp).finally(invalidate), refetch),
    onDone,
  );
}
