import { defineSearch } from '#lists/list-search.ts';

export const administratorSearch = defineSearch({ filters: [], sizes: [50, 10, 25, 100] });

export type AdministratorSearch = ReturnType<typeof administratorSearch.read>;
