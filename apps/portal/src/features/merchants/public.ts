export { merchantsQuery } from './merchants-query.ts';
export { openMerchantPages } from './open-merchant-pages.ts';
