/** A UUID of any version in either case. Separate from its schema, for code that runs before schemas are loaded. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
