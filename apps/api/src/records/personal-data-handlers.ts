import type { Handler } from '#core/handler.ts';
import { erasePersonalData } from './erase-person.ts';
import { exportPersonalData } from './export-personal-data.ts';
import { findPersonalData } from './find-personal-data.ts';

export const personalDataHandlers: readonly Handler[] = [findPersonalData, exportPersonalData, erasePersonalData];
