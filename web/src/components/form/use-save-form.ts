import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { ApiError, errorText } from '@/api/errors';
import { useKeptValues } from './use-kept-values';

export interface SaveFormOptions<Values extends FieldValues, Answer> {
  /** Initial values, also after a reset. */
  defaultValues: Values;
  /** Validates all values together, if the rules of the fields are not sufficient. */
  resolver?: Resolver<Values>;
  save: (values: Values) => Promise<Answer>;
  /** Returns the values to show after a save; without it the saved values stay. */
  after?: (answer: Answer, values: Values) => Values;
  onSaved?: (answer: Answer, values: Values) => unknown;
  /** Called after the error is shown; `methods` can restore the stored values. */
  onFailed?: (error: unknown, methods: UseFormReturn<Values>) => unknown;
  /** Maps a field name of the request to the form's name, if different. */
  nameOf?: (field: string, values: Values) => string;
  /** Text of a failure for which the server gives none. */
  failure?: string;
}

export interface SaveForm<Values extends FieldValues, Answer = unknown> {
  control: Control<Values>;
  methods: UseFormReturn<Values>;
  /** Validates the values, sends them, and shows the server's errors next to its fields. */
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** Text of a failure without a field of the form. */
  error: string | null;
  isBusy: boolean;
  /** True while values differ from the stored ones. */
  isDirty: boolean;
  /** Response of the last successful save. */
  answer: Answer | undefined;
}

/** Form state with validation, one save at a time, and the server's field errors next to their fields. */
export function useSaveForm<Values extends FieldValues, Answer>(
  options: SaveFormOptions<Values, Answer>,
): SaveForm<Values, Answer> {
  const methods = useForm<Values>({
    defaultValues: options.defaultValues as DefaultValues<Values>,
    resolver: options.resolver,
  });
  useKeptValues(methods);
  useOldRefusal(methods);
  const mutation = useMutation({
    mutationFn: options.save,
    onSuccess: (answer, values) => {
      if (options.after) methods.reset(options.after(answer, values));
      else methods.reset(values, { keepValues: true });
      return options.onSaved?.(answer, values);
    },
    onError: (error) => {
      showRefusal(methods, error, options);
      return options.onFailed?.(error, methods);
    },
  });
  const { errors, isDirty } = methods.formState;
  return {
    control: methods.control,
    methods,
    // The error is shown by `onError`.
    submit: methods.handleSubmit((values) => mutation.mutateAsync(values).then(nothing, nothing)),
    error: errors.root?.message ?? null,
    isBusy: mutation.isPending,
    isDirty,
    answer: mutation.data,
  };
}

function nothing(): void {}

/** Removes the error of the last save once the user changes a value: it is no longer about what the form shows. */
function useOldRefusal<Values extends FieldValues>(methods: UseFormReturn<Values>): void {
  useEffect(() => {
    const { unsubscribe } = methods.watch((_values, { type }) => {
      // Values that a failed save restores are no change of the user.
      if (type === 'change') methods.clearErrors('root');
    });
    return unsubscribe;
  }, [methods]);
}

function showRefusal<Values extends FieldValues, Answer>(
  methods: UseFormReturn<Values>,
  error: unknown,
  { nameOf = (field) => field, failure }: SaveFormOptions<Values, Answer>,
): void {
  const refused = Object.entries(error instanceof ApiError ? error.fields : {});
  const values = methods.getValues();
  const shown = refused
    .map(([field, message]) => ({ name: nameOf(field, values), message }))
    .filter(({ name }) => get(values, name) !== undefined);
  for (const [index, { name, message }] of shown.entries()) {
    methods.setError(name as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  if (shown.length < refused.length || shown.length === 0) {
    methods.setError('root', { type: 'server', message: errorText(error, failure) });
  }
}
