/** Routes whose answers are files of data, sent as they are made. */
import { text } from '../described.ts';
import { ExportParams, ExportQuery, OwnExportParams } from '../schemas/exports.ts';
import { type Route, route } from './route.ts';

const file = {
  errorShape: 'plain',
  query: ExportQuery,
  response: { 200: text('the file: all rows of one moment') },
  errors: ['bad_request'],
  isPatient: true,
} as const;

export const EXPORT_ROUTES = {
  exportData: route(file, 'GET /admin/export/:what', {
    summary: 'A data set of the venue as a file',
    auth: 'admin',
    params: ExportParams,
    caps: [],
  }),
  exportOwnData: route(file, 'GET /account/export/:what', {
    summary: "The account's own rows of a data set as a file",
    auth: 'l2',
    params: OwnExportParams,
    caps: ['trading', 'work'],
    cost: { base: 200 },
  }),
} as const satisfies Record<string, Route>;
