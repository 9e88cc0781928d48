import { refuseField } from '../core/failure.ts';

/**
 * Refuses a cursor: every list of these servers is one page, so none is theirs ("Pagination" of the MCP specification has
 * invalid ones refused). Throws `invalid_input`.
 */
export function requireFirstPage(params: { readonly cursor?: unknown }): void {
  if (params.cursor != null) refuseField('cursor', 'is not one of this server: the list is one page');
}
