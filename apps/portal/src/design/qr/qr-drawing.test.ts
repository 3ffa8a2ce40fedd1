import { expect, test } from 'vitest';
import { drawQr, qrSvgFile } from './qr-drawing.ts';

test('has four quiet modules around it and starts with a finder pattern of seven dark ones', () => {
  const { side, path } = drawQr('https://pay.example/pay/018cc778-5000-7fb8-ab33-000000000001');
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map(([, x, y, length]) =>
    [x, y, length].map(Number),
  );
  expect(runs[0]).toEqual([4, 4, 7]);
  for (const [x = 0, y = 0, length = 0] of runs) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
    expect(Math.max(x + length, y + 1)).toBeLessThanOrEqual(side - 4);
  }
});

test('writes the same code into the SVG file', () => {
  const file = qrSvgFile('volume');
  expect(file.type).toBe('image/svg+xml');
  expect(file.size).toBeGreaterThan(drawQr('volume').path.length);
});
