import type { core } from 'zod/mini';

/** A schema as data (shapes.ts), as OpenAPI 3.0 writes it. */
export type Shape = core.JSONSchema.BaseSchema;

/** Whether a value read as JSON has this shape; an address must begin with http or https. */
export function fits<Value>(shape: Shape, value: unknown): value is Value {
  const either = shape.anyOf ?? shape.oneOf;
  if (value === null && shape['nullable']) return true;
  if (either) return either.some((each) => fits(each as Shape, value));
  if (shape.type && !isOf(shape.type, value)) return false;
  if (shape.enum) return shape.enum.includes(value as string);
  if (shape.format === 'uri') return /^https?:\/\//i.test(value as string) && URL.canParse(value as string);
  if (shape.pattern) return new RegExp(shape.pattern).test(value as string);
  if (shape.items) return (value as unknown[]).every((each) => fits(shape.items as Shape, each));
  return Object.entries(shape.properties ?? {}).every(([name, each]) => {
    const own = (value as Record<string, unknown>)[name];
    return own === undefined ? !shape.required?.includes(name) : fits(each as Shape, own);
  });
}

function isOf(type: unknown, value: unknown): boolean {
  if (type === 'number') return Number.isFinite(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}
