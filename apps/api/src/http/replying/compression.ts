/** gzip, which the platform provides. Without it, answers are sent uncompressed. */
export interface Compression {
  text: (text: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Makes a stream that compresses and flushes every line, so that none waits for the next one. */
  lines: () => TransformStream<Uint8Array, Uint8Array>;
}
