export { payerName } from './pay-in-words.ts';
