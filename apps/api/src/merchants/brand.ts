import {
  type Brand,
  getBrand as getEndpoint,
  largestMark,
  setBrand as setEndpoint,
} from '@volume/contract/merchants/brand.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { wrongField } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { readBrand } from '#database/merchants/read-merchants.ts';

/** The merchant's branding on shoppers' pages (contract §8). */
export const getBrand = handle(getEndpoint, ({ params, services }) => readBrand(services.database, params.merchantId));

/** Replaces the brand; 400 names the field that cannot be shown on a page (contract §8). */
export const setBrand = handle(setEndpoint, async (call) =>
  call.services.database.transaction((queries) => write(call, queries)),
);

async function write(call: Call<typeof setEndpoint>, queries: Queries): Promise<Brand> {
  const { merchantId } = call.params;
  const { name, colour, mark } = call.body;
  const image = mark === null ? null : readMark(mark);
  // The brand may have no row to lock yet.
  await queries.query(sql`SELECT 1 FROM merchants WHERE merchant_id = ${merchantId} FOR UPDATE`);
  const before = await readBrand(queries, merchantId);
  requireUnchanged(call.request, { version: before.version, current: before });
  await queries.query(
    sql`INSERT INTO merchant_brands (merchant_id, name, colour, mark)
      VALUES (${merchantId}, ${name}, ${colour?.toLowerCase() ?? null}, decode(${image}, 'base64'))
      ON CONFLICT (merchant_id) DO UPDATE SET name = excluded.name, colour = excluded.colour, mark = excluded.mark`,
  );
  const after = await readBrand(queries, merchantId);
  const detail = describeChange(before, after);
  await recordActivity(queries, call, { merchantId, action: 'BRAND_CHANGED', subject: merchantId, detail });
  if (detail !== unchanged) {
    await mailAdministrators(queries, call.services, {
      merchantId,
      subject: 'The brand on your payment pages was changed',
      what: `${call.caller.email} changed the name, colour or mark that shoppers see on your payment pages`,
    });
  }
  return after;
}

/** The image in base64; 400 when it is not an allowed image. */
function readMark(mark: string): string {
  const text = mark.slice(mark.indexOf(',') + 1);
  const bytes = readBase64(text);
  const why = bytes.length > largestMark ? 'must be at most 64 kB' : whyNoPng(bytes);
  if (why !== null) throw wrongField('mark', why);
  return text;
}

/** Decodes base64; empty when the text is invalid. */
function readBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

const unchanged = 'unchanged';

function describeChange(before: Brand, after: Brand): string {
  const changes = [
    before.name === after.name ? null : `name ${after.name ?? 'as the company'}`,
    before.colour === after.colour ? null : `colour ${after.colour ?? 'none'}`,
    before.mark === after.mark ? null : after.mark === null ? 'mark removed' : 'another mark',
  ];
  return changes.filter((change) => change !== null).join(', ') || unchanged;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Pixels per side. */
const largestSide = 1024;

/**
 * Why the bytes are not an acceptable PNG, or null. Checks the signature, a leading header with a reasonable size,
 * complete chunks, and that nothing follows the end. The declared file type is ignored.
 */
function whyNoPng(bytes: Uint8Array): string | null {
  if (!signature.every((byte, at) => bytes[at] === byte)) return 'must be a PNG image';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names: string[] = [];
  let at = signature.length;
  while (at + 12 <= bytes.length) {
    names.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
    at += 12 + view.getUint32(at);
  }
  if (at !== bytes.length || names[0] !== 'IHDR' || names.at(-1) !== 'IEND' || !names.includes('IDAT'))
    return 'is a damaged PNG image';
  const isSane = [16, 20].every((place) => view.getUint32(place) >= 1 && view.getUint32(place) <= largestSide);
  return isSane ? null : `must be at most ${largestSide} pixels wide and high`;
}
