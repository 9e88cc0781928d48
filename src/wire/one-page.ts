import { refuseField } from '../core/failure.ts';
import type { Params } from './message.ts';

/**
 * Throws `invalid_input` for a cursor: all lists of these servers are one page, so no cursor is valid (the MCP specification,
 * "Pagination", has invalid ones rejected).
 */
export function requireFirstPage(params: Params): void {
  if (params !== undefined && 'cursor' in params && params.cursor != null)
    refuseField('cursor', 'is not one of this server: the list is one page');
}
