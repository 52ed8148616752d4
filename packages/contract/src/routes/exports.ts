/** Routes whose answers are files of data, sent as they are made. */
import { text } from '../described.ts';
import { ExportParams, ExportQuery, OwnExportParams } from '../schemas/exports.ts';
import type { Route } from './route.ts';

const file = {
  method: 'GET',
  errorShape: 'plain',
  query: ExportQuery,
  response: { 200: text('the file: all rows of one moment') },
  errors: ['bad_request'],
  isPatient: true,
} as const;

export const EXPORT_ROUTES = {
  exportData: {
    ...file,
    auth: 'admin',
    path: '/admin/export/:what',
    summary: 'A data set of the venue as a file',
    params: ExportParams,
    caps: [],
  },
  exportOwnData: {
    ...file,
    auth: 'l2',
    path: '/account/export/:what',
    summary: "The account's own rows of a data set as a file",
    params: OwnExportParams,
    caps: ['trading', 'work'],
    cost: { base: 200 },
  },
} as const satisfies Record<string, Route>;
