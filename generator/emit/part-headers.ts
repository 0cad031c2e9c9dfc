import type { Operation, Parameter } from '../model/api.js';
import { defaultOf } from '../model/default-value.js';
import { isNeeded, needsPartHeaders, type PartHeadersPlan } from '../plan/part-headers.js';
import type { Plan } from '../plan/plan.js';
import { code, type Code, join, propertyName } from './code.js';
import type { Member } from './declare.js';
import { givenParameters, parameterMembers } from './parameter-members.js';
import { directions, partiesOf } from './party.js';
import type { FileScope } from './source-file.js';

/** What a caller gives as header lines of the parts of a form, beside its body; nothing where none are described. */
export function partHeadersMember(
  plan: Plan,
  scope: FileScope,
  operation: Operation,
  parts: readonly PartHeadersPlan[],
): readonly Member[] {
  if (parts.length === 0) return [];
  const direction = directions[partiesOf(operation).asks];
  const members = parts.map((part) => {
    const given = givenParameters(plan, scope, part.headers, direction);
    const lines = linesType(given, part.headers, ({ required }) => required);
    const type = part.list ? code`readonly ${lines}[]` : lines;
    return code`readonly ${propertyName(part.name)}${isNeeded(part) ? code`` : code`?`}: ${type}`;
  });
  return [
    {
      name: code`partHeaders`,
      type: code`{ ${join(members, '; ')} }`,
      optional: !needsPartHeaders(plan.api.schemas, operation.request),
      docs: [code`Header lines of parts of the body.`],
    },
  ];
}

/** The same as a handler gets it: beside a body that is a form. */
export function receivedPartHeaders(
  plan: Plan,
  scope: FileScope,
  { request }: Operation,
  parts: readonly PartHeadersPlan[],
  direction: 'send' | 'receive',
): readonly Member[] {
  if (parts.length === 0) return [];
  const members = parts.map((part) => {
    const lines = receivedLines(plan, scope, part, direction);
    const type = part.list ? code`readonly ${lines}[]` : lines;
    return code`readonly ${propertyName(part.name)}${part.required ? code`` : code`?`}: ${type}`;
  });
  const isForm = request?.required === true && request.contents.length === 1;
  const type = code`{ ${join(members, '; ')} }`;
  return [
    {
      name: code`partHeaders`,
      type: isForm ? type : code`${type} | undefined`,
      docs: [code`Header lines of parts of the body.`],
    },
  ];
}

/** The header lines of one part, as a handler gets them: those that are absent have their default. */
export function receivedLines(
  plan: Plan,
  scope: FileScope,
  { headers }: PartHeadersPlan,
  direction: 'send' | 'receive',
): Code {
  return linesType(
    parameterMembers(plan, scope, headers, direction),
    headers,
    (header) => header.required || defaultOf(plan.api.schemas, header) !== undefined,
  );
}

function linesType(
  members: readonly Member[],
  headers: readonly Parameter[],
  isThere: (header: Parameter) => boolean,
): Code {
  const lines = headers.flatMap((header, index) => {
    const { name, type } = members[index] ?? {};
    if (name === undefined || type === undefined) return [];
    return [code`readonly ${name}${isThere(header) ? code`` : code`?`}: ${type}`];
  });
  return code`{ ${join(lines, '; ')} }`;
}
