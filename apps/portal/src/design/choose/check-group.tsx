import { type ReactNode, useId } from 'react';
import { FieldError } from '#design/controls/form-field.tsx';
import { Checkbox } from './checkbox.tsx';

interface ChoiceGroupProps {
  legend: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** Checkboxes or radio buttons below a legend. Screen readers announce a new error, and read it with the group. */
export function ChoiceGroup({ legend, error, children }: ChoiceGroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error && id} className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-1.5 p-0 font-medium">{legend}</legend>
      {children}
      <FieldError id={id} error={error} className="mt-1.5" />
    </fieldset>
  );
}

interface CheckGroupProps<Value extends string> extends Omit<ChoiceGroupProps, 'children'> {
  options: readonly (readonly [value: Value, label: ReactNode])[];
  chosen: readonly Value[];
  /** Receives the chosen values in the order of the options. */
  onChange: (chosen: Value[]) => void;
  /** The layout of the checkboxes. */
  className: string;
}

export function CheckGroup<Value extends string>(props: CheckGroupProps<Value>) {
  const { options, chosen, onChange, className, ...group } = props;
  const change = (value: Value, isChosen: boolean) =>
    onChange(options.map(([each]) => each).filter((each) => (each === value ? isChosen : chosen.includes(each))));
  return (
    <ChoiceGroup {...group}>
      <div className={className}>
        {options.map(([value, label]) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            aria-invalid={group.error ? true : undefined}
            onChange={(isChosen) => change(value, isChosen)}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </ChoiceGroup>
  );
}
