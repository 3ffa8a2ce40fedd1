import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { MerchantParams } from '@volume/contract/ids.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { SettingsVersion } from '@volume/contract/portal/settings-version.ts';

/** The maximum size of a logo in bytes. */
export const largestMark = 64 * 1024;
/** The minimum contrast of white text with its background (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5;

/** The colour of pages of shops without a brand colour. */
export const pageInk = '#15171b';

export const BrandColour = z.string().check(
  z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1d4ed8'),
  z.refine(
    (colour) => !/^#[0-9a-f]{6}$/i.test(colour) || contrastWithWhite(colour) >= leastContrast,
    'is too light: white words on it cannot be read',
  ),
);

const BrandName = OneLine.check(z.minLength(1, 'must not be empty'), z.maxLength(60));

/** How shoppers see a merchant on the hosted pay page (contract §8). */
export const Brand = z.object({
  /** Null to use the company's name. */
  name: z.nullable(z.string()),
  /** `#rrggbb`; null for the default colour. */
  colour: z.nullable(z.string()),
  /** A PNG as `data:image/png;base64,…`, at most 64 kB; null to show letters instead. */
  mark: z.nullable(z.string()),
  version: SettingsVersion,
});
export type Brand = z.output<typeof Brand>;

export const BrandChange = z.strictObject({
  name: z.nullable(BrandName),
  colour: z.nullable(BrandColour),
  mark: z.nullable(
    z
      .string()
      .check(
        z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, 'must be a PNG image'),
        z.maxLength(Math.ceil(largestMark / 3) * 4 + 22, 'must be at most 64 kB'),
      ),
  ),
});

const shared = {
  origin: 'ours',
  path: 'merchants/{merchantId}/brand',
  params: MerchantParams,
  response: Brand,
} as const;

export const getBrand = endpoint({
  ...shared,
  name: 'getBrand',
  summary: 'How a merchant meets its shoppers',
  method: 'GET',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read' },
});

export const setBrand = endpoint({
  ...shared,
  name: 'setBrand',
  summary: 'Set name, colour and mark of the hosted pay page',
  method: 'PUT',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write' },
  comparesVersions: true,
  body: BrandChange,
});

/** Contrast of a colour `#rrggbb` with white, 1 to 21 (WCAG 2.2). */
export function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
