import type { Check, Definition, Issue, Payload } from './definition.ts';
import { read } from './read.ts';

export type Outcome =
  | { success: true; data: unknown; error?: undefined }
  | { success: false; data?: undefined; error: SchemaError };

/** The error of a value of another shape, with the text that the library's error has. */
export class SchemaError extends Error {
  readonly issues: Issue[];
  constructor(issues: Issue[]) {
    super(JSON.stringify(issues, null, 2));
    this.name = '$ZodError';
    this.issues = issues;
  }
}

/** A schema with the methods of the library's schemas that the portal and the contract call. */
export class Schema {
  readonly definition: Definition;
  constructor(definition: Definition) {
    this.definition = definition;
  }

  get shape(): Record<string, Schema> {
    return (this.definition.shape ?? {}) as Record<string, Schema>;
  }

  check(...checks: (Check | Check['run'])[]): Schema {
    const more = checks.map((check) => (typeof check === 'function' ? { run: check } : check));
    return new Schema({ ...this.definition, checks: [...(this.definition.checks ?? []), ...more] });
  }

  safeParse(value: unknown): Outcome {
    const { value: data, issues } = read(this, value);
    return issues.length === 0 ? { success: true, data } : { success: false, error: new SchemaError(issues) };
  }

  /** @throws SchemaError */
  parse(value: unknown): unknown {
    return valueOf(read(this, value));
  }

  /** @throws SchemaError */
  decode(value: unknown): unknown {
    return valueOf(read(this, value, { isAnswer: true }));
  }

  /** @throws SchemaError */
  encode(value: unknown): unknown {
    return valueOf(read(this, value, { isBackward: true }));
  }

  /** The interface through which forms read a schema (standardschema.dev). */
  get '~standard'() {
    return {
      version: 1,
      vendor: 'volume',
      validate: (given: unknown): { value: unknown } | { issues: Issue[] } => {
        const { value, issues } = read(this, given);
        return issues.length === 0 ? { value } : { issues };
      },
    };
  }
}

function valueOf({ value, issues }: Payload): unknown {
  if (issues.length > 0) throw new SchemaError(issues);
  return value;
}
