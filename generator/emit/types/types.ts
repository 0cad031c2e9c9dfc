import type { StructureKind } from 'ts-morph';
import type { Parameter } from '../../model/api.js';
import type { ObjectShape, Use } from '../../model/shape.js';
import type { OperationPlan, Plan, TypePlan } from '../../plan/plan.js';
import { code, type Code, identifier, propertyName } from '../code.js';
import { docblock } from '../docblock.js';
import { createFileScope } from '../file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';
import { memberDocs, schemaDocs } from '../schema-docs.js';
import { enumDeclarations } from './enums.js';
import { emitStates } from './states.js';
import { indexSignature, shapeType, structure, typeOf } from '../type-of.js';

/** `types.ts`: every named type, response headers and JSON-RPC params; `states.ts` where states are described. */
export function emitTypes(plan: Plan): readonly SourceFile[] {
  const scope = createFileScope(plan, plan.typesFile);
  const declarations = [
    ...plan.types.flatMap((type) =>
      type.values === undefined
        ? declaration(plan, scope, type)
        : enumDeclarations(plan, scope, type, type.values),
    ),
    ...plan.operations.flatMap((operation) => paramsDeclaration(plan, scope, operation)),
    ...headersDeclarations(plan, scope),
  ];
  return [scope.finish(declarations), ...emitStates(plan)];
}

function declaration(plan: Plan, scope: FileScope, type: TypePlan): Declaration {
  const { shape, use, identifier: own, id } = type;
  if (shape.kind === 'object') {
    return interfaceDeclaration(plan, scope, shape, use, {
      name: scope.name(own),
      docs: schemaDocs(plan, id),
    });
  }
  return {
    kind: 38 as StructureKind.TypeAlias,
    isExported: true,
    name: scope.name(own),
    docs: schemaDocs(plan, id),
    type: structure(plan, scope, shape, use),
  };
}

function interfaceDeclaration(
  plan: Plan,
  scope: FileScope,
  shape: ObjectShape,
  use: Use,
  { name, docs }: { readonly name: Code; readonly docs: readonly Code[] },
): Declaration {
  const index = indexSignature(plan, scope, shape, use);
  return {
    kind: 19 as StructureKind.Interface,
    isExported: true,
    name,
    docs,
    extends: shape.extends.map((base) => typeOf(plan, scope, base, use)),
    properties: shape.members.map((member) => ({
      isReadonly: true,
      name: propertyName(member.name),
      hasQuestionToken: member.optional,
      type: shapeType(plan, scope, member.shape, use),
      docs: memberDocs(plan, member),
    })),
    indexSignatures:
      index === undefined
        ? []
        : [{ isReadonly: true, keyName: code`name`, keyType: code`string`, returnType: index }],
  };
}

/** The members of a JSON-RPC method's input, where the params are not one object already. */
function paramsDeclaration(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): readonly Declaration[] {
  const { input, rpcParams } = operation.arguments;
  const { binding } = operation.operation;
  if (binding.kind !== 'json-rpc' || rpcParams === undefined || input.type?.from !== plan.typesFile)
    return [];
  const own = input.type;
  if (plan.types.some((type) => type.identifier.name === own.name)) return [];
  const send: Use = { direction: 'send', representation: 'value' };
  const [only] = binding.params.members;
  if (rpcParams === 'single' && only !== undefined) {
    return [
      {
        kind: 38 as StructureKind.TypeAlias,
        isExported: true,
        name: scope.name(own),
        docs: [code`Params of {@link ${identifier(operation.function.name)}}.`],
        type: typeOf(plan, scope, only.schema, send),
      },
    ];
  }
  return [
    {
      kind: 19 as StructureKind.Interface,
      isExported: true,
      name: scope.name(own),
      docs: [code`Params of \`${identifier(operation.function.name)}\`.`],
      properties: binding.params.members.map(({ name, required, description, schema }) => ({
        isReadonly: true,
        name: propertyName(name),
        hasQuestionToken: !required,
        type: typeOf(plan, scope, schema, send),
        docs: docblock(description === undefined ? {} : { description }),
      })),
    },
  ];
}

/** Headers of every response that declares some; a response that several operations share has one type. */
function headersDeclarations(plan: Plan, scope: FileScope): readonly Declaration[] {
  const declared = new Map<string, Declaration>();
  const delivered = plan.webhooks?.webhooks.map(({ operation }) => operation) ?? [];
  for (const operation of [...plan.operations, ...delivered]) {
    const direction = operation.operation.sentBy === 'client' ? 'receive' : 'send';
    for (const { outcome, respond, headersType } of operation.outcomes) {
      if (headersType === undefined || declared.has(headersType.name)) continue;
      declared.set(headersType.name, {
        kind: 19 as StructureKind.Interface,
        isExported: true,
        name: scope.name(headersType),
        docs: [code`Headers of a \`${identifier(respond)}\` response.`],
        properties: outcome.headers.map((header) => ({
          isReadonly: true,
          name: propertyName(header.name),
          hasQuestionToken: !header.required,
          type: typeOf(plan, scope, header.schema, { direction, representation: 'value' }),
          docs: headerDocs(plan, header),
        })),
      });
    }
  }
  return [...declared.values()];
}

function headerDocs(
  plan: Plan,
  { description, deprecated, examples, origin }: Parameter,
): readonly Code[] {
  return docblock(
    {
      ...(description === undefined ? {} : { description }),
      ...(deprecated ? { deprecated } : {}),
      examples,
    },
    { changes: plan.changesAt(origin) },
  );
}
