import { useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type Resolver,
  set,
  useForm as useHookForm,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import type { RefusalWords } from '#platform/writes/refusal-words.ts';
import type { Write } from '#platform/writes/use-write.ts';

type Schema<Typed, Body> = z.ZodMiniType<Body, Typed>;

interface FormOptions<Typed extends FieldValues, Body> {
  /** What may be typed, each fault with its sentence, and the body it comes to; by what was typed where one rule hangs on it. */
  schema: Schema<Typed, Body> | ((typed: Typed) => Schema<Typed, Body>);
  /** What stands in the form first. */
  values: Typed;
  /** What the body is sent by. A refusal that names one of the fields is said beside it. */
  write: Pick<Write<Body>, 'run' | 'isBusy'> & {
    refusal?: Pick<RefusalWords, 'fault'> | undefined;
    isAskingForProof?: boolean;
  };
  /** When a field first says what is wrong with it: once it was sent, or once it was left. It goes as soon as it is mended. */
  mode?: 'onSubmit' | 'onTouched';
}

export type Form<Typed extends FieldValues> = ReturnType<typeof useForm<Typed, unknown>>;

/**
 * A form whose rules and sentences are its schema's. What was typed stands until `reset`, whatever becomes of the dialog
 * around it; a form that is sent with faults puts the focus into the first field with one.
 */
export function useForm<Typed extends FieldValues, Body>({ schema, values, write, mode }: FormOptions<Typed, Body>) {
  const form = useHookForm<Typed, unknown, { body: Body }>({
    defaultValues: values as DefaultValues<Typed>,
    resolver: resolveBy(schema),
    shouldFocusError: false,
    mode: mode ?? 'onSubmit',
  });
  // Only what is read of the state is subscribed to.
  const { isSubmitted, submitCount, isDirty, errors, dirtyFields: _ } = form.formState;
  const onField = useFaultOnField(form, write);
  const errorOf = (name: FieldPath<Typed>) => (get(errors, name) as FieldError | undefined)?.message;
  const element = useFaultFocus(submitCount, onField && errorOf(onField.field as FieldPath<Typed>));
  const change = <Name extends FieldPath<Typed>>(name: Name, value: FieldPathValue<Typed, Name>) => {
    form.setValue(name, value, { shouldDirty: true });
    // What one field may hold can hang on another.
    if (isSubmitted) void form.trigger();
  };
  const submit = form.handleSubmit(({ body }) => write.run(body));
  const text = (name: FieldPath<Typed>) => ({ ...form.register(name), error: errorOf(name), readOnly: write.isBusy });
  return {
    /** To be spread into the `form`. */
    element: { ref: element, noValidate: true, onSubmit: submit },
    submit: () => void submit(),
    /** The text or choice in a field. Whatever reads it while it renders is rendered again with each change of that field alone. */
    value: <Name extends FieldPath<Typed>>(name: Name): FieldPathValue<Typed, Name> => form.watch(name),
    /** All of them, and rendered again with each change of any: for what compares the whole form. */
    values: (): Typed => form.watch(),
    /** All of them for an event or an effect, which subscribe to nothing. */
    read: (): Typed => form.getValues(),
    isDirty,
    /** True where the last refusal stands beside the field it names. */
    isOnField: onField !== undefined,
    errorOf,
    change,
    /** Writes what the form itself says, as a quoted amount: nothing is checked for it. */
    fill: form.setValue,
    /** To be spread into a field that is typed into. */
    text,
    /** The same for a field of an amount, which shows how its text is read. */
    amount: (name: FieldPath<Typed>) => ({ ...text(name), typed: String(form.watch(name)) }),
    /** To be spread into a choice or a field with a value of its own. */
    choice: <Name extends FieldPath<Typed>>(name: Name) => ({
      value: form.watch(name),
      onChange: (value: FieldPathValue<Typed, Name>) => change(name, value),
    }),
    /** Forgets the faults; what was typed stays. */
    forgive: () => form.reset(undefined, { keepValues: true }),
    /** Begins again with these values, or those it began with. */
    reset: (next: Typed = values) => form.reset(next),
    /** Begins from these values; what was typed stands. */
    rebase: (next: Typed) => form.reset(next, { keepDirtyValues: true }),
  };
}

/** What was refused, where it names a field that stands here; the field shows it. */
function useFaultOnField<Typed extends FieldValues, Body>(
  form: Pick<UseFormReturn<Typed>, 'getValues' | 'setError'>,
  write: FormOptions<Typed, Body>['write'],
): RefusalWords['fault'] {
  const onField = faultOnField(write, form.getValues());
  const show = () => onField && form.setError(onField.field as FieldPath<Typed>, { message: onField.message });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  useEffect(() => show(), [onField?.message]);
  return onField;
}

function faultOnField<Body>(
  { refusal, isAskingForProof }: FormOptions<FieldValues, Body>['write'],
  typed: object,
): RefusalWords['fault'] {
  const fault = isAskingForProof === true ? undefined : refusal?.fault;
  return fault !== undefined && has(typed, fault.field) ? fault : undefined;
}

/** The form's element; when it was sent with faults, or was refused for one, the first field with a fault gets the focus. */
function useFaultFocus(submitCount: number, refused: string | undefined) {
  const isRefused = refused !== undefined;
  const element = useRef<HTMLFormElement>(null);
  const focus = () => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  useEffect(() => {
    if (submitCount > 0) focus();
  }, [submitCount]);
  useEffect(() => {
    if (isRefused) focus();
  }, [isRefused]);
  return element;
}

/** The schema, as every schema library says it (standardschema.dev), for the form library. */
function resolveBy<Typed extends FieldValues, Body>(
  schema: FormOptions<Typed, Body>['schema'],
): Resolver<Typed, unknown, { body: Body }> {
  return async (typed) => {
    const rules = typeof schema === 'function' ? schema(typed) : schema;
    const read = await rules['~standard'].validate(typed);
    if (read.issues === undefined) return { values: { body: read.value }, errors: {} };
    const errors = {};
    for (const { path, message } of read.issues.toReversed()) {
      set(errors, (path ?? []).map(String).join('.'), { type: 'schema', message });
    }
    return { values: {}, errors };
  };
}

const has = (typed: object, path: string): boolean =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], typed) !==
  undefined;
