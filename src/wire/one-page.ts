import { refuseField } from '../core/failure.ts';
import type { Params } from './message.ts';

/**
 * Refuses a cursor: every list of these servers is one page, so none is theirs ("Pagination" of the MCP specification has
 * invalid ones refused). Throws `invalid_input`.
 */
export function requireFirstPage(params: Params): void {
  if (params !== undefined && 'cursor' in params && params.cursor != null)
    refuseField('cursor', 'is not one of this server: the list is one page');
}
