export interface Renderer {
  /** Hash of the content: browsers can cache the file forever. */
  hash: string;
  /** The file in the best encoding that `accept-encoding` allows. */
  read(accepted: string): Promise<{ body: Uint8Array<ArrayBuffer>; encoding: 'br' | 'gzip' | null }>;
}
