import type { Operation, Parameter } from '../model/api.js';
import { defaultOf } from '../model/analysis/default-value.js';
import { requiresHeaders, needsPartHeaders, type PartHeadersPlan } from '../plan/part-headers.js';
import type { Plan } from '../plan/plan.js';
import { code, type Code, propertyName } from '../printer/code.js';
import { objectType, readonlyArray, union } from '../printer/types.js';
import type { Member } from '../printer/declare.js';
import { callerParameters, parameterMembers } from './parameter-members.js';
import { roleDirections, endpointRoles } from './endpoint-role.js';
import type { FileScope } from '../printer/source-file.js';

/**
 * Member for the part headers that a caller passes besides the body. Empty if none are described.
 */
export function partHeadersMember(
  plan: Plan,
  scope: FileScope,
  operation: Operation,
  parts: readonly PartHeadersPlan[],
): readonly Member[] {
  if (parts.length === 0) return [];
  const direction = roleDirections[endpointRoles(operation).sendsRequest];
  const members = parts.map((part) => {
    const passed = callerParameters(plan, scope, part.headers, direction);
    const headersType = headersTypeOf(passed, part.headers, ({ required }) => required);
    const type = part.list ? readonlyArray(headersType) : headersType;
    const mark = requiresHeaders(part) ? code`` : code`?`;
    return { label: code`readonly ${propertyName(part.name)}${mark}`, type };
  });
  return [
    {
      name: code`partHeaders`,
      type: objectType(members),
      optional: !needsPartHeaders(plan.api.schemas, operation.request),
      docs: [code`Headers of the parts of the body.`],
    },
  ];
}

/** Member for the part headers that a handler receives besides a form. */
export function receivedPartHeaders(
  plan: Plan,
  scope: FileScope,
  { request }: Operation,
  parts: readonly PartHeadersPlan[],
  direction: 'send' | 'receive',
): readonly Member[] {
  if (parts.length === 0) return [];
  const members = parts.map((part) => {
    const headersType = receivedHeadersType(plan, scope, part, direction);
    const type = part.list ? readonlyArray(headersType) : headersType;
    return {
      label: code`readonly ${propertyName(part.name)}${part.required ? code`` : code`?`}`,
      type,
    };
  });
  const isForm = request?.required === true && request.contents.length === 1;
  const type = objectType(members);
  return [
    {
      name: code`partHeaders`,
      type: isForm ? type : union([type, code`undefined`]),
      docs: [code`Headers of the parts of the body.`],
    },
  ];
}

/** Type of the headers of one part as a handler receives them, with defaults for absent ones. */
export function receivedHeadersType(
  plan: Plan,
  scope: FileScope,
  { headers }: PartHeadersPlan,
  direction: 'send' | 'receive',
): Code {
  return headersTypeOf(
    parameterMembers(plan, scope, headers, direction),
    headers,
    (header) => header.required || defaultOf(plan.api.schemas, header) !== undefined,
  );
}

function headersTypeOf(
  members: readonly Member[],
  headers: readonly Parameter[],
  isPresent: (header: Parameter) => boolean,
): Code {
  const headersType = headers.flatMap((header, index) => {
    const { name, type } = members[index] ?? {};
    if (name === undefined || type === undefined) return [];
    return [{ label: code`readonly ${name}${isPresent(header) ? code`` : code`?`}`, type }];
  });
  return objectType(headersType);
}
