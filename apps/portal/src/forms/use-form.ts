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
import type { RefusalMessage } from '#platform/writes/refusal-message.ts';
import type { Write } from '#platform/writes/use-write.ts';

type Schema<Typed, Body> = z.ZodMiniType<Body, Typed>;

interface FormOptions<Typed extends FieldValues, Body> {
  /**
   * The rules, error messages and resulting body; a function of the typed values where one rule depends on another
   * field.
   */
  schema: Schema<Typed, Body> | ((typed: Typed) => Schema<Typed, Body>);
  /** The initial values. */
  values: Typed;
  /** Sends the body. A refusal that names one of the fields is shown at that field. */
  write: Pick<Write<Body>, 'run' | 'isBusy'> & {
    refusal?: Pick<RefusalMessage, 'fault'> | undefined;
    isAskingForProof?: boolean;
  };
  /**
   * When a field first shows an error: after the form was submitted or after the field was left. A fixed field hides it
   * immediately.
   */
  mode?: 'onSubmit' | 'onTouched';
}

export type Form<Typed extends FieldValues> = ReturnType<typeof useForm<Typed, unknown>>;

/**
 * A form with the rules and messages of its schema. It keeps what was typed until `reset`, even when its dialog closes.
 * Submitting with errors focuses the first invalid field.
 */
export function useForm<Typed extends FieldValues, Body>({ schema, values, write, mode }: FormOptions<Typed, Body>) {
  const form = useHookForm<Typed, unknown, { body: Body }>({
    defaultValues: values as DefaultValues<Typed>,
    resolver: resolveBy(schema),
    shouldFocusError: false,
    mode: mode ?? 'onSubmit',
  });
  // react-hook-form subscribes only to the parts of the state that are read.
  const { isSubmitted, submitCount, isDirty, errors, dirtyFields: _ } = form.formState;
  const onField = useFaultOnField(form, write);
  const errorOf = (name: FieldPath<Typed>) => (get(errors, name) as FieldError | undefined)?.message;
  const element = useFaultFocus(submitCount, onField && errorOf(onField.field as FieldPath<Typed>));
  const change = <Name extends FieldPath<Typed>>(name: Name, value: FieldPathValue<Typed, Name>) => {
    // The form cannot be changed while it is being sent.
    if (write.isBusy) return;
    form.setValue(name, value, { shouldDirty: true });
    // The rule of one field can depend on another.
    if (isSubmitted) void form.trigger();
  };
  const submit = form.handleSubmit(({ body }) => write.run(body));
  const text = (name: FieldPath<Typed>) => ({ ...form.register(name), error: errorOf(name), readOnly: write.isBusy });
  return {
    /** Spread into the `form` element. */
    element: { ref: element, noValidate: true, onSubmit: submit },
    submit: () => void submit(),
    /** A field's value. A component that reads it while rendering rerenders only when that field changes. */
    value: <Name extends FieldPath<Typed>>(name: Name): FieldPathValue<Typed, Name> => form.watch(name),
    /** All values; rerenders on every change, for comparing the whole form. */
    values: (): Typed => form.watch(),
    /** All values without subscribing, for events and effects. */
    read: (): Typed => form.getValues(),
    isDirty,
    /** True if the last refusal is shown at the field it names. */
    isOnField: onField !== undefined,
    errorOf,
    change,
    /** Sets a value that the form computed, such as a quoted amount, without validation. */
    fill: form.setValue,
    /** Spread into a text field. */
    text,
    /** Spread into an amount field, which shows how its text is read. */
    amount: (name: FieldPath<Typed>) => ({ ...text(name), typed: String(form.watch(name)) }),
    /** Spread into a select or another controlled field. */
    choice: <Name extends FieldPath<Typed>>(name: Name) => ({
      value: form.watch(name),
      onChange: (value: FieldPathValue<Typed, Name>) => change(name, value),
    }),
    /** Clears the errors and keeps what was typed. */
    clearErrors: () => form.reset(undefined, { keepValues: true }),
    /** Resets the form to these values, by default the initial ones. */
    reset: (next: Typed = values) => form.reset(next),
    /** Replaces the initial values and keeps what was typed. */
    rebase: (next: Typed) => form.reset(next, { keepDirtyValues: true }),
  };
}

/** Returns the refusal if it names a field of this form, and shows it at that field. */
function useFaultOnField<Typed extends FieldValues, Body>(
  form: Pick<UseFormReturn<Typed>, 'getValues' | 'setError'>,
  write: FormOptions<Typed, Body>['write'],
): RefusalMessage['fault'] {
  const onField = faultOnField(write, form.getValues());
  const show = () => onField && form.setError(onField.field as FieldPath<Typed>, { message: onField.message });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  useEffect(() => show(), [onField?.message]);
  return onField;
}

function faultOnField<Body>(
  { refusal, isAskingForProof }: FormOptions<FieldValues, Body>['write'],
  typed: object,
): RefusalMessage['fault'] {
  const fault = isAskingForProof === true ? undefined : refusal?.fault;
  return fault !== undefined && has(typed, fault.field) ? fault : undefined;
}

/** The ref of the form. Focuses the first invalid field after a submit with errors or a refusal that names a field. */
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

/** Adapts the schema (standardschema.dev) to react-hook-form. */
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
