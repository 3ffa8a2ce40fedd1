/** A file being written. */
export interface OpenFile {
  write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>;
  close: () => Promise<void>;
  /** Leaves nothing behind. */
  discard: () => Promise<void>;
}

interface PickedFile {
  createWritable: () => Promise<{
    write: (piece: BufferSource) => Promise<void>;
    close: () => Promise<void>;
    abort: () => Promise<void>;
  }>;
  getFile: () => Promise<File>;
  remove?: () => Promise<void>;
}
type Picker = (options: { suggestedName: string; types: object[] }) => Promise<PickedFile>;

/**
 * A file on the disk where the browser has the File System Access API and the person chooses one; else an ordinary
 * download made of what was gathered. Undefined when the person chose none.
 */
export async function openFile(fileName: string): Promise<OpenFile | undefined> {
  const picker = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  if (!picker) return gatherFile(fileName);
  try {
    const types = [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }];
    return await writeTo(await picker.call(window, { suggestedName: fileName, types }));
  } catch (error) {
    // AbortError is the person's no; anything else is a browser or a frame that may not.
    return error instanceof DOMException && error.name === 'AbortError' ? undefined : gatherFile(fileName);
  }
}

async function writeTo(picked: PickedFile): Promise<OpenFile> {
  const writable = await picked.createWritable();
  return {
    write: (piece) => writable.write(piece),
    close: () => writable.close(),
    discard: async () => {
      await writable.abort().catch(() => undefined);
      // What was chosen anew stands there empty; what was there before is untouched.
      const { size } = await picked.getFile().catch(() => ({ size: 1 }));
      if (size === 0) await picked.remove?.().catch(() => undefined);
    },
  };
}

function gatherFile(fileName: string): OpenFile {
  const pieces: BlobPart[] = [];
  return {
    write: async (piece) => void pieces.push(piece),
    close: async () => save(new Blob(pieces, { type: 'text/csv' }), fileName),
    discard: async () => void pieces.splice(0),
  };
}

function save(blob: Blob, fileName: string): void {
  const href = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href, download: fileName });
  link.click();
  // The browser reads the file after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
