import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { fieldClass } from '#design/controls/control-classes.ts';
import { FormField } from '#design/controls/form-field.tsx';
import { initialsOf } from '#design/text/format-text.ts';
import { BrandColour, largestMark, pageInk } from '@volume/contract/merchants/brand.ts';
import { type ComponentProps, useRef, useState } from 'react';

type ColourFieldProps = ComponentProps<'input'> & {
  error: string | undefined;
  value: string;
  onPick: (colour: string) => void;
};

/** A colour as `#rrggbb`, typed or picked. */
export function ColourField({ error, value, onPick, ...input }: ColourFieldProps) {
  return (
    <FormField label="Colour" error={error} hint="For the button and your initials. White text must be readable on it.">
      {(wiring) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label="Pick a colour"
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : pageInk}
            onChange={({ target }) => onPick(target.value)}
            className="h-10 w-12 shrink-0 rounded border border-line-2 bg-surface p-1"
          />
          <input type="text" placeholder={pageInk} {...input} {...wiring} className={`${fieldClass} mono`} />
        </div>
      )}
    </FormField>
  );
}

interface MarkFieldProps {
  /** A PNG as a data URL, empty if there is none. */
  mark: string;
  error: string | undefined;
  onChange: (mark: string) => void;
}

/** A small square logo of the shop, read here and sent with the form. */
export function MarkField({ mark, error, onChange }: MarkFieldProps) {
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const read = async (picked: File | undefined) => {
    if (!picked) return;
    const found = await findFileFault(picked);
    setFault(found);
    if (found === undefined) onChange(await toDataAddress(picked));
  };
  return (
    <FormField label="Mark" error={fault ?? error} hint="Square PNG, up to 64 kB. If empty, your initials are shown.">
      {(wiring) => (
        <div className="flex items-center gap-3">
          {mark !== '' && (
            <img src={mark} alt="" className="size-10 rounded-medium border border-line object-contain" />
          )}
          <input
            {...wiring}
            ref={file}
            type="file"
            accept="image/png"
            className="sr-only"
            onChange={({ target }) => {
              void read(target.files?.[0]);
              // Otherwise choosing the same file again fires no change event.
              target.value = '';
            }}
          />
          <Button onClick={() => file.current?.click()}>{mark === '' ? 'Choose an image' : 'Choose another'}</Button>
          {mark !== '' && (
            <Button
              variant="quiet"
              onClick={() => {
                setFault(undefined);
                onChange('');
              }}
            >
              Remove
            </Button>
          )}
        </div>
      )}
    </FormField>
  );
}

/** A quick check; the server checks more closely (contract §8, Brand). */
async function findFileFault(file: File): Promise<string | undefined> {
  if (file.size > largestMark) return `Use an image of at most 64 kB (this one has ${Math.ceil(file.size / 1024)} kB).`;
  const [, ...letters] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return String.fromCharCode(...letters) === 'PNG' ? undefined : 'Use a PNG image. This file is another kind.';
}

function toDataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^data:[^;]*;/, 'data:image/png;')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}

interface ShopperPreviewProps {
  name: string;
  /** As typed; an invalid colour is not shown. */
  colour: string;
  mark: string;
}

/** A preview of what a customer sees first: the payment page's header, and the choice of a bank. */
export function ShopperPreview({ name, colour, mark }: ShopperPreviewProps) {
  const style = z.safeParse(BrandColour, colour).success ? { backgroundColor: colour, color: 'white' } : undefined;
  return (
    <figure className="m-0">
      <figcaption className="mb-2.5 text-label text-ink-3">Preview</figcaption>
      <div className="rounded-large border border-line bg-paper">
        <div className="border-b border-line p-5">
          <div className="mb-4 flex items-center gap-2.5 font-medium">
            {mark === '' ? (
              <span
                aria-hidden="true"
                style={style}
                className="grid size-7 shrink-0 place-items-center rounded-medium bg-ink text-[12px] font-strong text-paper"
              >
                {initialsOf(name)}
              </span>
            ) : (
              <img src={mark} alt="" className="size-7 shrink-0 rounded-medium object-contain" />
            )}
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
          </div>
          <div className="num text-[32px] leading-none font-medium tracking-[-0.03em]">
            £24<span className="text-[20px] text-ink-3">.99</span>
          </div>
        </div>
        <div className="grid gap-2 p-5">
          <p className="m-0 font-medium">Choose your bank</p>
          {['Barclays', 'HSBC'].map((bank) => (
            <div key={bank} className="flex h-11 items-center rounded border border-line px-3">
              {bank}
            </div>
          ))}
          <p className="m-0 mt-3 text-label text-ink-3">After the payment</p>
          <div
            style={style}
            className="grid h-11 place-items-center rounded bg-ink px-3 text-center font-medium text-paper"
          >
            <span className="max-w-full truncate">Return to {name}</span>
          </div>
        </div>
      </div>
    </figure>
  );
}
