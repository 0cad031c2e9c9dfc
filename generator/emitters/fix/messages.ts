import { fixedProse } from '../../core/prose.js';
import type { FixAlternatives, FixNarrowing } from './fix-types.js';
import type { FixFieldPlan, FixPlan, FixRecordPlan } from './plan.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import type { Annotations } from '../../model/schema.js';
import { code, type Code, identifier, join, literal } from '../../printer/code.js';
import type { TypeMember } from '../../printer/syntax.js';
import {
  generic,
  intersection,
  objectType,
  parenthesised,
  readonlyArray,
  union,
} from '../../printer/types.js';
import { exportedAlias, exportedInterface, type Member } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import { schemaDocs } from '../../typescript/schema-docs.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { docblock } from '../../typescript/docblock.js';

/**
 * Emits `messages.ts`: an interface for each message, component and group entry, and the unions of
 * messages.
 */
export function emitFixMessages(fix: FixPlan, plan: Plan): readonly SourceFile[] {
  const scope = createFileScope(plan, fix.messageType.from);
  const messages = fix.records.filter(({ kind }) => kind === 'message');
  return [
    scope.finish([
      ...fix.records.flatMap((record) => declarations(plan, fix, scope, record)),
      exportedAlias(scope.name(fix.messageType), unionOf(scope, messages), {
        docs: [code`Union of all messages, discriminated by \`type\`.`],
      }),
      exportedAlias(
        scope.name(fix.viewType),
        join(
          messages.flatMap(({ view }) => (view === undefined ? [] : [scope.name(view)])),
          ' | ',
        ),
        { docs: [code`Union of the views of all messages, discriminated by \`type\`.`] },
      ),
      ...fix.sessions.flatMap(({ session, fromClient, fromServer }) => {
        const sent = (names: readonly string[]): Code =>
          unionOf(
            scope,
            messages.filter(({ message }) => names.includes(message?.name ?? '')),
          );
        return [
          exportedAlias(scope.name(fromClient), sent(session.fromClient), {
            docs: [code`Messages that an initiator sends and an acceptor receives.`],
          }),
          exportedAlias(scope.name(fromServer), sent(session.fromServer), {
            docs: [code`Messages that an acceptor sends and an initiator receives.`],
          }),
        ];
      }),
    ]),
  ];
}

function unionOf(scope: FileScope, records: readonly FixRecordPlan[]): Code {
  return records.length === 0
    ? code`never`
    : join(
        records.map(({ type }) => scope.name(type)),
        ' | ',
      );
}

function declarations(
  plan: Plan,
  fix: FixPlan,
  scope: FileScope,
  record: FixRecordPlan,
): readonly Declaration[] {
  const { kind, type, base, message, parts, alternatives } = record;
  const keepsUnknown = fix.fix.unknownFields !== 'refuse' && kind !== 'component';
  const docs = docsOf(plan, record);
  const members: readonly Member[] = [
    ...(message === undefined ? [] : [{ name: code`type`, type: literal(message.name) }]),
    ...record.own.filter((field) => !isLength(field)).map((field) => member(plan, scope, field)),
    ...(keepsUnknown
      ? [
          {
            name: code`other`,
            type: readonlyArray(scope.name(runtimeNames.fix.FixOtherField)),
            optional: true,
            docs: [code`Fields that the description does not contain.`],
          },
        ]
      : []),
  ];
  const name = scope.name(base ?? type);
  const bases = [...new Set(parts.map((part) => scope.name(part.base ?? part.type)))];
  const fields = exportedInterface(name, {
    docs: base === undefined ? docs : [code`Fields of {@link ${identifier(type.name)}}.`],
    extends: bases,
    members,
  });
  const views = viewType(scope, record);
  if (base === undefined) return [fields, ...views];
  const prose = alternatives.map((each) => alternativesType(scope, each));
  return [
    fields,
    exportedAlias(
      scope.name(type),
      intersection([name, ...prose.map((each) => parenthesised(each))]),
      {
        docs,
      },
    ),
    ...views,
  ];
}

function viewType(scope: FileScope, { view, type, base }: FixRecordPlan): readonly Declaration[] {
  if (view === undefined) return [];
  const { FixViewOf } = runtimeNames.fix;
  return [
    exportedAlias(scope.name(view), generic(scope.name(FixViewOf), [scope.name(base ?? type)]), {
      docs: [code`View of {@link ${identifier(type.name)}}, which decodes fields on access.`],
    }),
  ];
}

/** True if a field only counts the bytes of another one. Programs do not use it. */
export function isLength({ field }: FixFieldPlan): boolean {
  return field.kind === 'value' && field.lengthOf !== undefined;
}

function member(plan: Plan, scope: FileScope, field: FixFieldPlan): Member {
  return {
    name: identifier(field.member),
    type: fieldType(scope, field),
    optional: !field.required,
    docs: fieldDocs(plan, field),
  };
}

/** Program type of a field. */
export function fieldType(scope: FileScope, { field, values, entry }: FixFieldPlan): Code {
  if (field.kind === 'group') {
    return entry === undefined ? code`never` : readonlyArray(scope.name(entry.type));
  }
  const listed = values === undefined ? undefined : scope.name(values.type);
  switch (field.form) {
    case 'list':
      return readonlyArray(listed ?? code`string`);
    case 'integer':
    case 'unsigned':
      return listed ?? code`number`;
    case 'boolean':
      return code`boolean`;
    case 'data':
      return code`Uint8Array`;
    default:
      return listed ?? code`string`;
  }
}

function docsOf(plan: Plan, { record, message, kind }: FixRecordPlan): readonly Code[] {
  const apiMessage = plan.api.messages.find(({ key }) => key === message?.message);
  const own = apiMessage?.description ?? apiMessage?.summary ?? apiMessage?.title;
  if (own !== undefined) return docblock({ description: fixedProse(own) });
  const docs = record.schema === undefined ? [] : schemaDocs(plan, record.schema);
  if (docs.length > 0 || message === undefined || kind !== 'message') return docs;
  return [code`MsgType \`${join(docblock({ description: fixedProse(message.msgType) }), '')}\`.`];
}

/**
 * Doc comment of a field: its FIX name and tag, then the document's prose unless the type of its
 * values has it.
 */
function fieldDocs(plan: Plan, { field }: FixFieldPlan): readonly Code[] {
  const label = `\`${field.name}\` (${field.tag})`;
  const own = field.schema === undefined ? undefined : ownAnnotations(plan, field.schema);
  const prose = own?.description?.text.trim() ?? '';
  // Text that does not begin like a sentence, such as a list, becomes a separate paragraph.
  const separator = /^[\p{L}`]/u.test(prose) ? '. ' : '\n\n';
  return docblock({
    ...own,
    title: '',
    description: fixedProse(prose === '' ? label : label + separator + prose),
  });
}

function ownAnnotations(
  plan: Plan,
  schema: NonNullable<FixFieldPlan['field']['schema']>,
): Annotations | undefined {
  const own = plan.api.schemas.get(schema);
  if (own?.kind !== 'keywords') return undefined;
  if (own.annotations.description !== undefined || own.keywords.$ref === undefined) {
    return own.keywords.enum === undefined ? own.annotations : undefined;
  }
  return ownAnnotations(plan, own.keywords.$ref);
}

function alternativesType(scope: FileScope, alternatives: FixAlternatives): Code {
  const each = alternatives.map((narrowings) => {
    const members = narrowings.map((narrowing) => narrowedMember(scope, narrowing));
    return objectType(members);
  });
  return union(each);
}

function narrowedMember(scope: FileScope, narrowing: FixNarrowing): TypeMember {
  const { field } = narrowing;
  const name = identifier(field.member);
  switch (narrowing.kind) {
    case 'required':
      return { label: code`readonly ${name}`, type: fieldType(scope, field) };
    case 'never':
      return { label: code`readonly ${name}?`, type: code`never` };
    case 'values': {
      const values = union(narrowing.values.map(literal));
      const type = narrowing.except
        ? generic(code`Exclude`, [fieldType(scope, field), values])
        : values;
      return { label: code`readonly ${name}${narrowing.required ? code`` : code`?`}`, type };
    }
  }
}
