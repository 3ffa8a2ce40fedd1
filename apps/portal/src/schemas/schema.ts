import { read } from './read.ts';

/** Whether a missing key is allowed, or is replaced by a default. */
export type Absence = 'optional' | 'defaulted' | undefined;

/** An error message, or what makes it when it is needed. */
export type Said = string | (() => string) | undefined;

/** A schema as data. `read.ts` interprets it in both directions. */
export interface Definition {
  kind:
    | 'any'
    | 'array'
    | 'boolean'
    | 'codec'
    | 'custom'
    | 'discriminated'
    | 'nullable'
    | 'number'
    | 'object'
    | 'optional'
    | 'pipe'
    | 'prefault'
    | 'record'
    | 'string'
    | 'transform'
    | 'union'
    | 'values';
  /** The error message of the schema and of its checks that have none. */
  message?: Said;
  checks?: readonly Check[];
  /** What a missing key means when reading, and whether the result may lack the key. */
  absentIn?: Absence;
  absentOut?: Absence;
  shape?: Record<string, Schema>;
  /** Other keys than those of the shape are errors. */
  isStrict?: boolean;
  /** Of an optional, a nullable, a prefault, the items of an array or the values of a record. */
  inner?: Schema;
  /** The values of an enumeration or a literal, or the possible keys of a record. */
  values?: readonly unknown[] | undefined;
  options?: readonly Schema[];
  discriminator?: string;
  from?: Schema;
  to?: Schema;
  decode?: (value: unknown, payload: Payload) => unknown;
  encode?: (value: unknown, payload: Payload) => unknown;
  fallback?: unknown;
}

export interface Issue {
  code: string;
  path?: PropertyKey[];
  message?: string;
  /** True when the value can still be checked, false when it certainly cannot. */
  continue?: boolean;
  /** The error message of the check or schema that found it. */
  said?: Said;
  [detail: string]: unknown;
}

/** A value while it is read, and what is wrong with it so far. */
export interface Payload {
  value: unknown;
  issues: Issue[];
  aborted?: boolean;
}

export interface Check {
  run: (payload: Payload) => void;
  /** Runs even after another check failed, when the value allows it. */
  when?: (payload: Payload) => boolean;
  /** Counts characters or items. The items of an array that is too long are not read. */
  isOfSize?: true;
  most?: number;
}

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
    return this.definition.shape ?? {};
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
  encode(value: unknown): unknown {
    return valueOf(read(this, value, { isBackward: true }));
  }

  /** What forms read (standardschema.dev). */
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
