import * as v from 'valibot';
import type { Caller } from '../../core/context.ts';
import { ToolFailure } from '../../core/failure.ts';
import { isRecord } from '../../core/record.ts';
import { parseInput } from '../../core/schema/validate.ts';
import type { IdText, Params } from '../../wire/message.ts';
import { type Client, capabilitiesSchema, clientInfoSchema, named, showsForms } from './client.ts';
import { metaKeys, statelessVersions } from './protocol.ts';

const versionSchema = v.looseObject({ _meta: v.looseObject({ [metaKeys.version]: v.string() }) });

const clientSchema = v.looseObject({
  _meta: v.looseObject({
    [metaKeys.capabilities]: capabilitiesSchema,
    [metaKeys.clientInfo]: v.optional(clientInfoSchema),
  }),
});

const tokenSchema = v.looseObject({
  _meta: v.nullish(v.looseObject({ progressToken: v.optional(v.union([v.string(), v.number()])) })),
});

/** The params of a request as an object. Throws `invalid_input` for an array. */
export function namedParams(params: Params): Readonly<Record<string, unknown>> {
  if (!Array.isArray(params)) return Object.fromEntries(Object.entries(params ?? {}));
  throw new ToolFailure('invalid_input', 'The params must be an object, not a list', {
    field: 'params',
    problem: 'must be an object, not a list',
  });
}

/** Whether a request is stateless, so that no `initialize` is needed. */
export function isStateless(params: Readonly<Record<string, unknown>>): boolean {
  const meta = params._meta;
  if (!isRecord(meta)) return false;
  return metaKeys.version in meta || metaKeys.capabilities in meta || metaKeys.clientInfo in meta;
}

/** The client of a stateless request. Throws `invalid_input` for missing members, and `unsupported_version`. */
export function readStatelessClient(params: Readonly<Record<string, unknown>>, caller: Caller): Client {
  const requested = parseInput(versionSchema, params)._meta[metaKeys.version];
  if (!statelessVersions.includes(requested)) {
    const message = `Cannot serve version "${requested}": it is not known here, expected one of ${statelessVersions.join(', ')}`;
    throw new ToolFailure('unsupported_version', message, { supported: statelessVersions, requested });
  }
  const { _meta: meta } = parseInput(clientSchema, params);
  const { [metaKeys.clientInfo]: info, [metaKeys.capabilities]: capabilities } = meta;
  return { caller: named(caller, info), asks: showsForms(capabilities) ? 'one-of' : null };
}

/** The token for a request's progress, as JSON text in `named`; null for none. Throws `invalid_input`. */
export function readProgressToken(
  params: Readonly<Record<string, unknown>>,
  named: IdText | null,
): IdText | null {
  return parseInput(tokenSchema, params)._meta?.progressToken === undefined ? null : named;
}
