/** Consonants that are not mistaken for each other or for digits, and that make no words (RFC 8628, 6.1). */
export const deviceCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ';
export const lengthOfDeviceCode = 8;

/** A typed or pasted code without spaces and hyphens, in capitals. */
export const foldDeviceCode = (text: string): string => text.toUpperCase().replace(/[\s\u2010-\u2015-]/g, '');

/** As users see it: `XXXX-XXXX`. */
export const showDeviceCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
