import { writeFileSync } from 'node:fs';
import { endpoints } from '@volume/contract/endpoints.ts';
import { openApi } from '#api/docs/open-api.ts';

/** `node --import tsx scripts/client/write-document.ts FILE`: writes the OpenAPI document from which the client is generated. */
const [, , path = ''] = process.argv;
writeFileSync(path, JSON.stringify(openApi(Object.values(endpoints), 'https://api.example.com')));
