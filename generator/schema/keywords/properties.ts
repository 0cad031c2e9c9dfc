import { type MemberCheck, type PropertiesPart, anything } from '../../checks/check.js';
import { equals, not } from '../../checks/statements/condition.js';
import {
  type FunctionContext,
  type Instance,
  childInstance,
  rejectsUndefined,
} from '../../checks/emit-context.js';
import { pointerToken } from '../../checks/reports/instance-pointer.js';
import { splitIntoParts } from '../../checks/statements/split-into-parts.js';
import { type Statement, declares, isReturn } from '../../checks/statements/statement.js';
import { usesName } from '../../checks/statements/uses-name.js';
import {
  alwaysFails,
  failWhen,
  rejectionOf,
  reportMissing,
  reportPresence,
} from '../../checks/reports/violations.js';
import { type Name, code, propertyName, stringLiteral } from '../../printer/code.js';
import { boundName } from '../../printer/flat.js';
import type { BoundName } from '../../printer/syntax.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readingMembers } from '../print/members.js';
import { readSchemaMap } from '../read/subschemas.js';

/** Core 10.3.2.1, and `required` (Validation 6.5.3) of the same properties. */
export const properties: Keyword<'properties', PropertiesPart> = {
  name: 'properties',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'object',
  subschemas: 'map',
  applies: 'child',
  describesParts: true,
  read: readSchemaMap('properties'),
  targets: ({ members }) => members.map(({ target }) => target),
  lower({ keywords: { properties: declared = [] } }, lowering) {
    const required = new Set(lowering.requiredNames());
    const members: MemberCheck[] = [];
    for (const [name, id] of declared) {
      const isRequired = required.delete(name);
      const target = lowering.target(id);
      if (isRequired || target.kind !== 'anything')
        members.push({ name, required: isRequired, target });
    }
    // The remaining names are required but not declared.
    for (const name of required) members.push({ name, required: true, target: anything });
    return members.length === 0 ? [] : [{ keyword: 'properties', members }];
  },
  guard({ members }, instance, context) {
    return withMembers(members, instance, context, (member, value) =>
      guardMember(
        member,
        childInstance(instance, value, { kind: 'token', token: member.name }),
        context,
      ),
    );
  },
};

function guardMember(
  member: MemberCheck,
  instance: Instance,
  context: FunctionContext,
): readonly Statement[] {
  const { target, required, name } = member;
  const isAbsent = equals(instance.value, code`undefined`);
  const rejection = rejectionOf('properties', 'no such member');
  if (target.kind === 'nothing' && !required)
    return failWhen(
      not(isAbsent),
      reportPresence(rejection.keyword, rejection.expected, instance, context),
    );
  if (!required) return context.guardTarget(target, { ...instance, optional: true }, rejection);
  // A violation of the absent value is reported as a missing property.
  if (rejectsUndefined(target, context.file))
    return context.guardTarget(target, instance, rejection);
  const location = `${instance.location}/properties${pointerToken(name)}`;
  const call = reportMissing({ ...instance, location }, context);
  const otherwise = context.guardTarget(target, instance, rejection);
  if (otherwise.length === 0) return failWhen(isAbsent, call);
  return [{ kind: 'if', when: isAbsent, then: alwaysFails(call), otherwise }];
}

/**
 * Reads the properties that are checked into constants. A name that objects inherit is only read as
 * an own property.
 */
function withMembers(
  members: readonly MemberCheck[],
  instance: Instance,
  context: FunctionContext,
  body: (member: MemberCheck, value: Name) => readonly Statement[],
): readonly Statement[] {
  const read = members.map((member) => {
    const value = context.reserveLocal(member.name);
    return { name: member.name, value, statements: body(member, value) };
  });
  const groups: (readonly Statement[])[] = [];
  let names: BoundName[] = [];
  let inside: Statement[] = [];
  const finish = (): void => {
    groups.push(names.length > 0 ? [readingMembers(names, instance), ...inside] : inside);
    names = [];
    inside = [];
  };
  const maxWidth =
    widthOf(read.map(({ value }) => ({ property: value }))) > lineWidth ? groupWidth : Infinity;
  let isEnd = false;
  for (const { name, value, statements: own } of read) {
    if (!isEnd && usesName(own, value)) {
      const key = propertyName(name);
      const bound = key === value.text ? { property: key } : { property: key, constant: value };
      if (widthOf([...names, bound]) > maxWidth) finish();
      if (name in Object.prototype) {
        const call = code`${context.file.runtime('ownMember')}(${instance.value}, ${stringLiteral(name)})`;
        inside.push(declares(code`const ${value} = ${call};`));
      } else names.push(bound);
    }
    inside.push(...own);
    // Unreachable statements read nothing.
    isEnd ||= own.some(isReturn);
  }
  finish();
  return splitIntoParts(groups, instance, context);
}

/** Columns of names with the commas between them. */
function widthOf(names: readonly BoundName[]): number {
  return names.reduce((sum, name) => sum + boundName(name).length + 2, 0);
}

/** Columns available for the names of properties that are read on one line. */
const lineWidth = 78;

/**
 * Columns of a group of properties. Longer lists are read in groups, directly before their checks.
 */
const groupWidth = 70;
