/** Whether a missing key is allowed, or is replaced by a default. */
export type Absence = 'optional' | 'defaulted' | undefined;

/** An error message, or a function that returns it when it is needed. */
export type Said = string | (() => string) | undefined;

/** The parts of a schema that reading needs. */
export interface Described {
  readonly definition: Definition;
}

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
  /** What a missing key means, and whether the result can lack the key. */
  absentIn?: Absence;
  absentOut?: Absence;
  shape?: Record<string, Described>;
  /** Other keys than those of the shape are errors. */
  isStrict?: boolean;
  /** The inner schema of an optional, nullable or prefault, of the items of an array, or of the values of a record. */
  inner?: Described;
  /** The values of an enumeration or a literal, or the possible keys of a record. */
  values?: readonly unknown[] | undefined;
  /** Answers can have other texts too, which only a newer API knows (contract §1). */
  isOpen?: true;
  options?: readonly Described[];
  discriminator?: string;
  from?: Described;
  to?: Described;
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

/** A value while it is being read, and the issues found so far. */
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
