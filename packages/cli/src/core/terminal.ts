/** Where a command prints: results for people and scripts, and errors and progress beside them. */
export interface Terminal {
  print: (line: string) => void;
  /** To stderr. */
  note: (line: string) => void;
  /** The environment variables. */
  variables: Readonly<Record<string, string | undefined>>;
  readInput: () => Promise<Uint8Array>;
}
