export { selfQuery } from './account/self-query.ts';
