import { useEffect } from 'react';
import { useLazy } from '#design/overlay/use-lazy.ts';

interface QrCodeProps {
  text: string;
  /** What the code leads to, for those who do not see it. */
  label: string;
  /** Pixels across. */
  size?: number | undefined;
}

const loadDrawing = () => import('./qr-drawing.ts').then((module) => module.drawQr);

/** A QR code in its own place from the first paint on; what draws it is loaded late. */
export function QrCode({ text, label, size = 168 }: QrCodeProps) {
  const { part: drawQr, want } = useLazy(loadDrawing);
  useEffect(() => {
    want();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for once
  }, []);
  if (drawQr === null) {
    return <span aria-hidden="true" className="block rounded bg-sunken" style={{ width: size, height: size }} />;
  }
  const { side, path } = drawQr(text);
  // Dark on light in every theme: many readers do not know the reverse.
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="block max-w-full rounded border border-line"
    >
      <rect width={side} height={side} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
