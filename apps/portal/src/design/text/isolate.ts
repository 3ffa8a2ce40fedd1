/** A name or reference within plain text, apart from the direction of what stands around it; where there is markup, <bdi>. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
