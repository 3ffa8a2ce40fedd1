/** The kind of file. */
export interface FileType {
  /** Its name in messages: `CAMT.053`. */
  label: string;
  /** Its extension, without the dot. */
  extension: string;
  /** The media type, with or without a character set. */
  type: string;
}

/** A file being written. */
export interface OpenFile {
  write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>;
  close: () => Promise<void>;
  /** Removes the unfinished file. */
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
 * A file on disk if the browser has the File System Access API and the user chooses one, otherwise an ordinary download
 * of the collected chunks. Undefined when the user cancels the dialog.
 */
export async function openFile(fileName: string, { label, extension, type }: FileType): Promise<OpenFile | undefined> {
  const [plainType = type] = type.split(';');
  const picker = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  if (!picker) return gatherFile(fileName, plainType);
  try {
    const types = [{ description: label, accept: { [plainType]: [`.${extension}`] } }];
    return await writeTo(await picker.call(window, { suggestedName: fileName, types }));
  } catch (error) {
    // AbortError means that the user cancelled. Other errors mean that the browser or frame does not allow it.
    return error instanceof DOMException && error.name === 'AbortError' ? undefined : gatherFile(fileName, plainType);
  }
}

async function writeTo(picked: PickedFile): Promise<OpenFile> {
  const writable = await picked.createWritable();
  return {
    write: (piece) => writable.write(piece),
    close: () => writable.close(),
    discard: async () => {
      await writable.abort().catch(() => undefined);
      // Removes the empty file that the dialog created; an existing file is unchanged.
      const { size } = await picked.getFile().catch(() => ({ size: 1 }));
      if (size === 0) await picked.remove?.().catch(() => undefined);
    },
  };
}

function gatherFile(fileName: string, type: string): OpenFile {
  const pieces: BlobPart[] = [];
  return {
    write: async (piece) => void pieces.push(piece),
    close: async () => save(new Blob(pieces, { type }), fileName),
    discard: async () => void pieces.splice(0),
  };
}

/** Downloads a file whose content is known. */
export function save(blob: Blob, fileName: string): void {
  const href = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href, download: fileName });
  link.click();
  // The browser reads the URL after the click event.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
