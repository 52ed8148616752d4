/**
 * Node's HTTP module. An `import` of it reads all that it exports, and so loads Node's whole `fetch`, which a venue never
 * uses: a twentieth of the work of a start.
 */
export const { Server, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
