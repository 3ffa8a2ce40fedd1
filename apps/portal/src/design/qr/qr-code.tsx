import { useEffect } from 'react';
import { useLazy } from '#design/overlay/use-lazy.ts';

interface QrCodeProps {
  text: string;
  /** The code's target, for screen readers. */
  label: string;
  size?: number | undefined;
}

const loadDrawing = () => import('./qr-drawing.ts').then((module) => module.drawQr);

/** A QR code whose space is reserved while its generator loads. */
export function QrCode({ text, label, size = 168 }: QrCodeProps) {
  const { part: drawQr, load } = useLazy(loadDrawing);
  useEffect(() => {
    load();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loaded once
  }, []);
  if (drawQr === null) {
    return <span aria-hidden="true" className="block rounded bg-sunken" style={{ width: size, height: size }} />;
  }
  const { side, path } = drawQr(text);
  // Dark on light in every theme, because many readers do not support the inverse.
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
