// Separate from the schemas, so that a page that only parses its address loads no schemas.

export const currencies = ['EUR', 'GBP'] as const;
