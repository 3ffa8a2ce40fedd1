/** The script that draws the reference, from our own origin. */
export interface Renderer {
  /** Names the content: browsers may keep the file for ever. */
  hash: string;
  /** The file in the shortest of these encodings (`accept-encoding`). */
  read(accepted: string): Promise<{ body: Uint8Array<ArrayBuffer>; encoding: 'br' | 'gzip' | null }>;
}
