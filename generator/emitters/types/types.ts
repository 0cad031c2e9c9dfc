import { fixedProse } from '../../core/prose.js';
import type { Parameter } from '../../model/api.js';
import type { BrandedShape, ObjectShape, Use } from '../../model/shape/shape.js';
import type { OperationPlan, Plan, TypePlan } from '../../plan/plan.js';
import {
  code,
  type Code,
  identifier,
  type Name,
  propertyName,
  stringLiteral,
} from '../../printer/code.js';
import { exportedAlias } from '../../printer/declare.js';
import { docblock } from '../../typescript/docblock.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { memberDocs, schemaDocs } from '../../typescript/schema-docs.js';
import { enumDeclarations } from './enums.js';
import {
  indexSignature,
  shapeType,
  structure,
  typeExpression,
} from '../../typescript/type-expression.js';
import { constKeyword, structureKinds } from '../../printer/structure-kinds.js';
import { intersection, objectType } from '../../printer/types.js';

/** Emits `types.ts`: named types, response headers and JSON-RPC params. */
export function emitTypes(plan: Plan): readonly SourceFile[] {
  const scope = createFileScope(plan, plan.typesFile);
  for (const { identifier: name } of plan.types) scope.name(name);
  const symbol = plan.brands.length === 0 ? undefined : scope.local('brand');
  const declarations = [
    ...(symbol === undefined ? [] : [brandSymbol(symbol)]),
    ...plan.types.flatMap((type) => {
      if (type.values !== undefined) return enumDeclarations(plan, scope, type, type.values);
      return type.shape.kind === 'branded' && symbol !== undefined
        ? brandDeclaration(plan, scope, type, type.shape, symbol)
        : declaration(plan, scope, type);
    }),
    ...plan.operations.flatMap((operation) => paramsDeclaration(plan, scope, operation)),
    ...headersDeclarations(plan, scope),
  ];
  return [scope.finish(declarations)];
}

function declaration(plan: Plan, scope: FileScope, type: TypePlan): Declaration {
  const { shape, use, identifier: typeIdentifier, id } = type;
  if (shape.kind === 'object') {
    return interfaceDeclaration(plan, scope, shape, use, {
      name: scope.name(typeIdentifier),
      docs: schemaDocs(plan, id),
    });
  }
  return {
    kind: structureKinds.typeAlias,
    isExported: true,
    name: scope.name(typeIdentifier),
    docs: schemaDocs(plan, id),
    type: structure(plan, scope, shape, use),
  };
}

/** Declares the key of brands, which no value has: it exists in types alone. */
function brandSymbol(name: Name): Declaration {
  return {
    kind: structureKinds.variables,
    hasDeclareKeyword: true,
    declarationKind: constKeyword,
    declarations: [{ name, type: code`unique symbol` }],
  };
}

function brandDeclaration(
  plan: Plan,
  scope: FileScope,
  { identifier: typeIdentifier, id, use }: TypePlan,
  shape: BrandedShape,
  symbol: Name,
): Declaration {
  const marked = objectType([
    { label: code`readonly [${symbol}]`, type: stringLiteral(shape.brand) },
  ]);
  return exportedAlias(
    scope.name(typeIdentifier),
    intersection([structure(plan, scope, shape, use), marked]),
    { docs: schemaDocs(plan, id) },
  );
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
    kind: structureKinds.interface,
    isExported: true,
    name,
    docs,
    extends: shape.extends.map((base) => typeExpression(plan, scope, base, use)),
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

/** Declares the params of a JSON-RPC method, unless they are a single named object. */
function paramsDeclaration(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): readonly Declaration[] {
  const { input, rpcParams } = operation.arguments;
  const { binding } = operation.operation;
  if (binding.kind !== 'json-rpc' || rpcParams === undefined || input.type?.from !== plan.typesFile)
    return [];
  const typeIdentifier = input.type;
  if (plan.types.some((type) => type.identifier.name === typeIdentifier.name)) return [];
  const send: Use = { direction: 'send', representation: 'value' };
  const [single] = binding.params.members;
  if (rpcParams === 'single' && single !== undefined) {
    return [
      {
        kind: structureKinds.typeAlias,
        isExported: true,
        name: scope.name(typeIdentifier),
        docs: [code`Parameters of {@link ${identifier(operation.function.name)}}.`],
        type: typeExpression(plan, scope, single.schema, send),
      },
    ];
  }
  return [
    {
      kind: structureKinds.interface,
      isExported: true,
      name: scope.name(typeIdentifier),
      docs: [code`Parameters of \`${identifier(operation.function.name)}\`.`],
      properties: binding.params.members.map(({ name, required, description, schema }) => ({
        isReadonly: true,
        name: propertyName(name),
        hasQuestionToken: !required,
        type: typeExpression(plan, scope, schema, send),
        docs: docblock(description === undefined ? {} : { description: fixedProse(description) }),
      })),
    },
  ];
}

/** Declares the headers of responses. Operations that share a response share the type. */
function headersDeclarations(plan: Plan, scope: FileScope): readonly Declaration[] {
  const declared = new Map<string, Declaration>();
  for (const operation of [...plan.operations, ...plan.deliveries]) {
    const direction = operation.operation.sentBy === 'client' ? 'receive' : 'send';
    for (const { outcome, respond, headersType } of operation.outcomes) {
      if (headersType === undefined || declared.has(headersType.name)) continue;
      declared.set(headersType.name, {
        kind: structureKinds.interface,
        isExported: true,
        name: scope.name(headersType),
        docs: [code`Headers of a \`${identifier(respond)}\` response.`],
        properties: outcome.headers.map((header) => ({
          isReadonly: true,
          name: propertyName(header.name),
          hasQuestionToken: !header.required,
          type: typeExpression(plan, scope, header.schema, { direction, representation: 'value' }),
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
