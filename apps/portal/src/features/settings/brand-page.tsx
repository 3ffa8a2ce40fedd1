import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Brand, BrandChange, BrandColour, getBrand, setBrand } from '@volume/contract/merchants/brand.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { toast } from '#design/overlay/toast.ts';
import { optionalText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { useCapability, useIfMatch } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { keepWritten, keysOf, readAgain } from '#platform/queries/query-keys.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { PartError } from '#lists/part-error.tsx';
import { ColourField, MarkField, ShopperPreview } from './brand-fields.tsx';

const brandKeys = keysOf('brand');

/** The merchant's branding on the payment page (contract §8). */
export const brandQuery = (merchantId: string) =>
  queryOptions({
    queryKey: brandKeys.of(merchantId),
    queryFn: ({ signal }) => call(getBrand, { params: { merchantId }, signal }),
  });

interface BrandPageProps {
  merchant: Pick<Merchant, 'merchantId' | 'companyName'>;
  /** Renders a guard that warns about unsaved changes. */
  guard: (isDirty: boolean) => ReactNode;
}

const schema = z.object({
  name: optionalText(BrandChange.shape.name, 'The name'),
  colour: optionalText(BrandColour, 'The colour'),
  mark: optionalText(z.string()),
});

/** The merchant's branding on the page where customers pay: name, colour and mark. */
export function BrandPage(props: BrandPageProps) {
  const [round, setRound] = useState(0);
  const isSupported = useCapability(getBrand);
  const query = { ...brandQuery(props.merchant.merchantId), enabled: isSupported === true };
  const { data, error, isFetching, refetch } = useQuery(query);
  if (isSupported === false)
    return <Notice tone="info" title="This provider’s payment page cannot be changed from here." />;
  if (data) return <BrandForm key={round} {...props} brand={data} onEnd={() => setRound(round + 1)} />;
  if (error) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div className="grid max-w-[680px] gap-3" aria-busy="true">
      <Skeleton height={64} />
      <Skeleton height={64} />
      <Skeleton height={160} />
    </div>
  );
}

const toTyped = ({ name, colour, mark }: Brand) => ({ name: name ?? '', colour: colour ?? '', mark: mark ?? '' });

interface BrandFormProps extends BrandPageProps {
  brand: Brand;
  /** Called after saving or discarding, to reset the form. */
  onEnd: () => void;
}

function BrandForm({ merchant, guard, brand, onEnd }: BrandFormProps) {
  const reason = useChangeDisabledReason();
  const write = useBrandWrite(merchant.merchantId, brand, onEnd);
  const form = useForm({ schema, values: toTyped(brand), write });
  const { name, colour, mark } = form.values();
  return (
    <div className="grid max-w-[1040px] items-start gap-x-12 gap-y-8 min-[900px]:grid-cols-[minmax(0,1fr)_320px]">
      {guard(form.isDirty)}
      <Section title="Your payment page">
        <p className="mt-0 mb-4 text-ink-3">Customers see this when they open one of your payment links.</p>
        {reason !== undefined && <Notice tone="info" title={reason} />}
        <form {...form.element}>
          <fieldset disabled={reason !== undefined} className="m-0 grid gap-5 border-0 p-0">
            <TextField
              label="Name"
              placeholder={merchant.companyName}
              hint="Empty: your company’s name."
              {...form.text('name')}
            />
            <ColourField {...form.text('colour')} value={colour} onPick={(picked) => form.change('colour', picked)} />
            <MarkField mark={mark} error={form.errorOf('mark')} onChange={(picked) => form.change('mark', picked)} />
          </fieldset>
          {write.refusal && !form.isOnField && (
            <div className="mt-4">
              <WriteRefusal
                refusal={write.refusal}
                undone="Nothing was saved."
                unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
              >
                Your changes are still here.
              </WriteRefusal>
            </div>
          )}
          {form.isDirty && (
            <div className="mt-6 flex flex-wrap gap-2">
              <Button type="submit" variant="primary" busy={write.isBusy}>
                Save
              </Button>
              <Button variant="quiet" onClick={onEnd} disabledReason={write.isBusy ? 'Saving' : undefined}>
                Discard
              </Button>
            </div>
          )}
        </form>
      </Section>
      <ShopperPreview name={name.trim() || merchant.companyName} colour={colour} mark={mark} />
    </div>
  );
}

/** If another user saved first, continues from the current values and keeps what was typed. */
function useBrandWrite(merchantId: string, brand: Brand, onSaved: () => void) {
  const queryClient = useQueryClient();
  const query = brandQuery(merchantId);
  const [base, setBase] = useState(brand);
  const ifMatch = useIfMatch(base.version);
  const refetch = async () => setBase(await readAgain(queryClient, query));
  return useWrite(
    (body: BodyOf<typeof setBrand>) =>
      refetchOnConflict(call(setBrand, { params: { merchantId }, body, ifMatch }), refetch),
    async (saved: Brand | undefined) => {
      // The response may be empty; then the brand is refetched (contract §9 Shapes).
      if (saved === undefined) await refetch();
      else keepWritten(queryClient, query.queryKey, saved);
      onSaved();
      toast.good('Brand saved', 'Customers see it from now on.');
    },
  );
}
