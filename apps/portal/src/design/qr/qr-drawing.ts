import { encode } from 'uqr';

/** The quiet zone around a code, in modules, as the standard requires. */
const border = 4;
const pngModule = 16;
const dark = '#000000';
const light = '#ffffff';

export interface QrDrawing {
  /** Modules across, quiet zone included. */
  side: number;
  /** The dark modules as one SVG path, one unit per module. */
  path: string;
}

/** Encodes a text with error correction for about 15 % damage. */
export function drawQr(text: string): QrDrawing {
  const { data } = encode(text, { ecc: 'M', border });
  const path = data.flatMap((row, y) => findRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { side: data.length, path: path.join('') };
}

/** Dark on light, whatever the page's theme. */
export function qrSvgFile(text: string): Blob {
  const { side, path } = drawQr(text);
  const shape = `<rect width="${side}" height="${side}" fill="${light}"/><path d="${path}" fill="${dark}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">${shape}</svg>\n`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/**
 * A PNG with 16 px per module, sharp in print.
 * @throws Error where the browser has no canvas
 */
export async function qrPngFile(text: string): Promise<Blob> {
  const { side, path } = drawQr(text);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side * pngModule;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw images.');
  context.scale(pngModule, pngModule);
  context.fillStyle = light;
  context.fillRect(0, 0, side, side);
  context.fillStyle = dark;
  context.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be created.'))), 'image/png');
  });
}

function findRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === x) last[1]++;
    else runs.push([x, 1]);
  }
  return runs;
}
