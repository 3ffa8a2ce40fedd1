import type { BodyOf } from '@volume/contract/endpoint.ts';
import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { createAccount, updateAccount, updateSelf } from '@volume/contract/users.ts';
import * as z from 'zod/mini';

export interface UserDraft {
  email: string;
  name: string;
  phone: string;
  roles: readonly string[];
}
export type DraftErrors = Partial<Record<keyof UserDraft, string>>;
export type NewUser = BodyOf<typeof createAccount>;
export type UserChange = BodyOf<typeof updateAccount>;
type Read<Body> = { body: Body } | { errors: DraftErrors };

export const emptyDraft: UserDraft = { email: '', name: '', phone: '', roles: [] };

export function draftOf({ email, name, phone, roles }: MerchantAccount): UserDraft {
  return { email, name: name ?? '', phone: phone ?? '', roles };
}

/** The user that was typed, or what is wrong with it, field by field, by the contract's own rules. */
export function readNewUser({ email, name, phone, roles }: UserDraft, merchantId: string): Read<NewUser> {
  return read(createAccount.body, { merchantId, email, roles, name: textOrNone(name), phone: textOrNone(phone) });
}

/** Only what differs from the user as it is (§7: only the given fields); an empty body when nothing does. */
export function readChange(draft: UserDraft, user: MerchantAccount): Read<UserChange> {
  return read(updateAccount.body, {
    ...(!isSameSet(draft.roles, user.roles) && { roles: draft.roles }),
    ...changedOf(draft, user),
  });
}

type Own = Pick<MerchantAccount, 'name' | 'phone'>;

/** Only what differs of the own name and phone. */
export function readOwnChange(draft: Pick<UserDraft, 'name' | 'phone'>, self: Own): Read<BodyOf<typeof updateSelf>> {
  return read(updateSelf.body, changedOf(draft, self));
}

function changedOf(draft: Pick<UserDraft, 'name' | 'phone'>, was: Own): Partial<Own> {
  const [name, phone] = [textOrNone(draft.name), textOrNone(draft.phone)];
  return {
    ...(name !== textOrNone(was.name ?? '') && { name }),
    ...(phone !== textOrNone(was.phone ?? '') && { phone }),
  };
}

const textOrNone = (text: string): string | null => text.trim() || null;

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role));

const labels: Record<keyof UserDraft, string> = {
  email: 'Email address',
  name: 'Name',
  phone: 'Phone',
  roles: 'Roles',
};

function read<Body>(schema: z.ZodMiniType<Body>, given: unknown): Read<Body> {
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return { body: parsed.data };
  const errors: DraftErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path[0] as keyof UserDraft;
    errors[field] ??= `${labels[field]} ${message}`;
  }
  if (errors.roles) errors.roles = hasRoles(given) ? 'Remove the unknown role' : 'Choose at least one role';
  return { errors };
}

const hasRoles = (given: unknown): boolean => ((given as Partial<UserDraft>).roles ?? []).length > 0;
