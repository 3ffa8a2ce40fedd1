import type { BodyOf } from '@volume/contract/endpoint.ts';
import type { User } from '@volume/contract/merchants/account.ts';
import { createUser, type updateUser, type updateSelf } from '@volume/contract/users/users.ts';
import * as z from 'zod/mini';
import { optionalText, requiredText } from '#forms/typed.ts';

const { email, name, phone, roles } = createUser.body.shape;
const ownFields = { name: optionalText(name, 'Name'), phone: optionalText(phone, 'Phone') };
const roleField = z.array(z.string()).check((given) => {
  const read = z.safeParse(roles, given.value);
  if (read.success) return;
  const message = given.value.length > 0 ? 'Remove the unknown role' : 'Choose at least one role';
  given.issues.push({ code: 'custom', message, input: given.value, continue: true });
});

/** The typed values; the email address only for a new user. */
export interface UserTyped {
  email: string;
  name: string;
  phone: string;
  roles: string[];
}
export type OwnTyped = Pick<UserTyped, 'name' | 'phone'>;

export const emptyUser: UserTyped = { email: '', name: '', phone: '', roles: [] };

export const toOwnTyped = (self: Own): OwnTyped => ({ name: self.name ?? '', phone: self.phone ?? '' });
export const toTyped = (user: User): UserTyped => ({
  ...toOwnTyped(user),
  email: user.email,
  roles: [...user.roles],
});

export const newUserSchema = (merchantId: string) =>
  z.pipe(
    z.object({ ...ownFields, email: requiredText(email, 'Email address'), roles: roleField }),
    z.transform((user) => ({ ...user, merchantId }) as BodyOf<typeof createUser>),
  );

/** Only what differs from the current user (§7: only the given fields); an empty body when nothing does. */
export const userChangeSchema = (user: User) =>
  z.pipe(
    z.object({ ...ownFields, email: z.string(), roles: roleField }),
    z.transform(
      (typed) =>
        ({
          ...(!isSameSet(typed.roles, user.roles) && { roles: typed.roles }),
          ...findChange(typed, user),
        }) as BodyOf<typeof updateUser>,
    ),
  );

type Own = Pick<User, 'name' | 'phone'>;

export const ownChangeSchema = (self: Own) =>
  z.pipe(
    z.object(ownFields),
    z.transform((typed): BodyOf<typeof updateSelf> => findChange(typed, self)),
  );

function findChange(typed: Own, was: Own): Partial<Own> {
  return {
    ...(typed.name !== (was.name?.trim() || null) && { name: typed.name }),
    ...(typed.phone !== (was.phone?.trim() || null) && { phone: typed.phone }),
  };
}

/** True when the typed values are valid and would change nothing. */
export const isUnchanged = (schema: z.ZodMiniType<object>, typed: object): boolean => {
  const read = z.safeParse(schema, typed);
  return read.success && Object.keys(read.data).length === 0;
};

export const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role));
