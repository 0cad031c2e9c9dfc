import type { JsonRpcBinding } from '../../model/api.js';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import { requiresHeaders } from '../../plan/part-headers.js';
import { requestSchemes } from '../../plan/security.js';
import { code, type Code, identifier, join, stringLiteral } from '../../printer/code.js';
import { type Data, dataLiteral } from '../../typescript/data-literal.js';
import { markdownCode, markdownLine, markdownTable } from '../../typescript/markdown.js';
import { render } from '../../printer/template.js';
import type { SourceFile } from '../../printer/source-file.js';
import readmeTemplate from '../../../templates/readme.hbs';
import { addressOf } from './readme-address.js';
import {
  clientOptions,
  factoryNames,
  keyLines,
  keyRecord,
  keyVerifierNames,
  verifierLine,
} from './readme-credentials.js';
import {
  changesList,
  countingExample,
  limitsExample,
  limitsTable,
  pacingExample,
} from './readme-limits.js';
import { feedExample } from './feed-example.js';
import { importLine } from './import-line.js';
import { messageTable } from './message-table.js';
import { exampleBody, exampleParameter, exampleSchema } from './example-value.js';
import { enumsIn } from './example-literal.js';

/** Emits the README of a package, with examples for its own API. */
export function emitReadme(plan: Plan): SourceFile {
  const example = exampleOperation(plan);
  const text = render(readmeTemplate, {
    name: markdownCode(plan.package.name),
    description: markdownLine(plan.api.summary ?? plan.api.title),
    title: markdownLine(plan.api.title),
    version: markdownLine(plan.api.version),
    documents: join(
      plan.package.documents.map((path) => code`\`${markdownCode(path)}\``),
      ', ',
    ),
    clientExample: clientExample(plan, example),
    pagedExample: pagedExample(plan),
    backExample: backExample(plan),
    standaloneExample: standaloneExample(plan, example),
    serverExample: serverExample(plan, example),
    partialFactory: identifier(plan.server.partialFactory.name),
    operations: markdownTable(
      [code`call`, code`request`, code``],
      plan.operations.map((operation) => [
        code`\`${callPath(plan, operation)}\``,
        code`\`${requestOf(operation)}\``,
        markdownLine(operation.operation.summary ?? ''),
      ]),
    ),
    limits: limitsTable(plan),
    limitsExample: limitsExample(plan),
    pacingExample: pacingExample(plan),
    countingExample: countingExample(plan),
    changes: changesList(plan),
    subpaths: subpathTable(plan),
    feedExample: feedExample(plan),
    messages: messageTable(plan),
    validatorExample: validatorExample(plan),
  });
  return { kind: 'text', path: 'README.md', text };
}

/** Operation for the examples: preferably one that sends JSON and declares a success. */
function exampleOperation(plan: Plan): OperationPlan | undefined {
  const succeeding = plan.operations.filter(({ outcomes }) =>
    outcomes.some(({ success }) => success),
  );
  const notBinary = succeeding.filter(
    ({ arguments: { body } }) => body?.contents[0]?.codec !== 'binary',
  );
  const sendingJson = notBinary.find(
    ({ arguments: { body, input } }) =>
      input.kind === 'body' && body?.contents[0]?.codec === 'json',
  );
  return sendingJson ?? notBinary[0] ?? succeeding[0] ?? plan.operations[0];
}

function ignoringCase(one: Code, other: Code): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}

function packageName(plan: Plan, subpath: '' | '/server' | '/types' | '/validators' = ''): Code {
  return stringLiteral(plan.package.name + subpath);
}

function clientExample(plan: Plan, example: OperationPlan | undefined): Code {
  const { client } = plan;
  const args = example === undefined ? code`` : argumentList(plan, example);
  const names = [identifier(client.className.name), ...factoryNames(plan), ...enumsIn(plan, args)];
  const partHeaders = [
    importLine(names, packageName(plan)),
    code``,
    ...keyLines(plan),
    code`const client = new ${identifier(client.className.name)}({${clientOptions(plan)}});`,
  ];
  if (example === undefined) return join(partHeaders, '\n');
  const call = code`client.${callPath(plan, example)}`;
  return join(
    [
      ...partHeaders,
      code``,
      code`const value = await ${call}(${args});`,
      code`const outcome = await ${call}.result(${args});`,
      code`console.log(value, outcome.ok ? outcome.status : outcome.kind);`,
    ],
    '\n',
  );
}

function callPath(plan: Plan, operation: OperationPlan): Code {
  const service = plan.services.find(({ operations }) => operations.includes(operation));
  const method = identifier(operation.method);
  return service === undefined ? method : code`${identifier(service.property)}.${method}`;
}

function argumentList(plan: Plan, operation: OperationPlan): Code {
  const { path, input, body } = operation.arguments;
  const positional = path.map(({ parameter }) => value(exampleParameter(plan, parameter)));
  const [content] = body?.contents ?? [];
  const { binding } = operation.operation;
  if (input.kind === 'none') return join(positional, ', ');
  if (binding.kind === 'json-rpc') return value(exampleParams(plan, operation, binding));
  if (input.kind === 'body' && content !== undefined) {
    return join([...positional, value(exampleBody(plan, content, 'readOnly'))], ', ');
  }
  if (!input.required) return join(positional, ', ');
  const query = Object.fromEntries(
    operation.arguments.query
      .filter(({ required }) => required)
      .map((each) => [each.name, exampleParameter(plan, each)]),
  );
  if (input.kind === 'query') return join([...positional, value(query)], ', ');
  const headers = Object.fromEntries(
    operation.arguments.headers
      .filter(({ required }) => required)
      .map((each) => [each.name, exampleParameter(plan, each)]),
  );
  const partHeaders = operation.arguments.partHeaders
    .filter(requiresHeaders)
    .map(({ name, list, headers: all }) => {
      const needed = all.filter(({ required }) => required);
      const args = Object.fromEntries(
        needed.map((each) => [each.name, exampleParameter(plan, each)]),
      );
      return [name, list ? [args] : args] as const;
    });
  const parts: Data = {
    body: content === undefined ? undefined : exampleBody(plan, content, 'readOnly'),
    query: Object.keys(query).length === 0 ? undefined : query,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    partHeaders: partHeaders.length === 0 ? undefined : Object.fromEntries(partHeaders),
  };
  return join([...positional, value(parts)], ', ');
}

/** Argument of a JSON-RPC call: the single param, or an object of the required ones. */
function exampleParams(plan: Plan, operation: OperationPlan, { params }: JsonRpcBinding): Data {
  const [only] = params.members;
  if (operation.arguments.rpcParams === 'single' && only !== undefined)
    return exampleSchema(plan, only.schema);
  const requiredParams = params.members.filter(({ required }) => required);
  return Object.fromEntries(
    requiredParams.map(({ name, schema }) => [name, exampleSchema(plan, schema)]),
  );
}

function value(data: Data): Code {
  return dataLiteral(data ?? null, 40);
}

function pagedExample(plan: Plan): Code | false {
  const paged = plan.operations.find(({ pagination }) => pagination !== undefined);
  if (paged === undefined) return false;
  const call = code`client.${callPath(plan, paged)}(${argumentList(plan, paged)})`;
  return code`for await (const item of ${call}) console.log(item);\nfor await (const page of ${call}.pages()) console.log(page);`;
}

function backExample(plan: Plan): Code | false {
  const paged = plan.operations.find(({ pagination }) => pagination?.pagination.back !== undefined);
  if (paged === undefined) return false;
  const call = code`client.${callPath(plan, paged)}(${argumentList(plan, paged)})`;
  return code`for await (const item of ${call}.back()) console.log(item);`;
}

function standaloneExample(plan: Plan, example: OperationPlan | undefined): Code {
  const connect = identifier(plan.client.connect.name);
  if (example === undefined) return code`import { ${connect} } from ${packageName(plan)};`;
  const name = identifier(example.function.name);
  const rest = argumentList(plan, example);
  return join(
    [
      importLine([connect, name, ...factoryNames(plan), ...enumsIn(plan, rest)], packageName(plan)),
      code``,
      ...keyLines(plan),
      code`const connection = ${connect}({${clientOptions(plan)}});`,
      code`await ${name}(connection${rest === '' ? code`` : code`, ${rest}`});`,
    ],
    '\n',
  );
}

function serverExample(plan: Plan, example: OperationPlan | undefined): Code {
  const factory = identifier(plan.server.partialFactory.name);
  const handler = example === undefined ? [] : handlerLines(plan, example);
  const values = enumsIn(plan, join(handler, '\n'));
  const schemes = requestSchemes(plan.security);
  const security = schemes.map(verifierLine);
  const signed = schemes.find(({ hmac }) => hmac?.parts.includes('key') === true)?.hmac;
  const verifiers = schemes.flatMap(({ verifier }) =>
    verifier === undefined ? [] : [identifier(verifier.name)],
  );
  const textVerifiers = keyVerifierNames(schemes);
  return join(
    [
      code`import { createServer } from 'node:http';`,
      ...(textVerifiers.length === 0
        ? []
        : [importLine(textVerifiers, code`'@tallystick/runtime/auth/keys'`)]),
      code`import { nodeHandler } from '@tallystick/runtime/http/node';`,
      importLine([factory, ...verifiers], packageName(plan, '/server')),
      ...(values.length === 0 ? [] : [importLine(values, packageName(plan, '/types'))]),
      code``,
      ...(schemes.some(({ scheme }) => scheme.jwt !== undefined)
        ? [
            code`// The public keys of your callers by name, each as { key: 'its PEM' }.`,
            code`const keys = {};`,
          ]
        : []),
      ...(signed === undefined
        ? []
        : [
            code`// What your callers share with you by the name of their key, each as`,
            code`// ${keyRecord(signed)} }.`,
            code`const shared = {};`,
          ]),
      code`const handle = ${factory}(`,
      code`  {`,
      ...handler,
      code`  },`,
      code`  {`,
      code`    authorities: [${addressOf(plan).authority}],`,
      ...(security.length === 0 ? [] : [code`    security: {\n${join(security, '\n')}\n    },`]),
      code`  },`,
      code`);`,
      code`createServer(nodeHandler(handle)).listen(8080);`,
    ],
    '\n',
  );
}

function handlerLines(plan: Plan, example: OperationPlan): readonly Code[] {
  const success = example.outcomes.find((outcome) => outcome.success);
  if (success === undefined) return [];
  const [content] = success.defaultContents;
  const body =
    content === undefined ? code`` : dataLiteral(exampleBody(plan, content, 'writeOnly'), 60, 6);
  return [
    code`    ${identifier(example.function.name)}(_request, respond) {`,
    code`      return respond.${identifier(success.respond)}(${body});`,
    code`    },`,
  ];
}

function subpathTable(plan: Plan): Code {
  const name = markdownCode(plan.package.name);
  return markdownTable(
    [code`import`, code`holds`],
    [
      [code`\`${name}\``, code`client, standalone functions, types`],
      [code`\`${name}/server\``, code`handlers, verifiers, server factories`],
      ...(plan.feeds.length === 0
        ? []
        : [
            [code`\`${name}/feed-server\``, code`servers of the feed`],
            [code`\`${name}/feed-checks\``, code`the check of each of its messages`],
          ]),
      [code`\`${name}/validators\``, code`guards and full checks for every named schema`],
      [
        code`\`${name}/types\``,
        plan.types.some(({ values }) => values !== undefined)
          ? code`the types, and the lists of values by name`
          : code`the types alone`,
      ],
      ...(plan.zod === undefined
        ? []
        : [[code`\`${name}/zod\``, code`a Zod schema for every named schema; needs \`zod\``]]),
      ...(plan.hasPathsView
        ? [
            [
              code`\`${name}/paths\``,
              code`the types as openapi-typescript has them, for openapi-fetch`,
            ],
          ]
        : []),
    ],
  );
}

function requestOf({ operation: { binding } }: OperationPlan): Code {
  if (binding.kind === 'json-rpc') return markdownCode(binding.method);
  const target = 'text' in binding.target ? binding.target.text : '';
  return markdownCode(`${binding.method} ${target}`);
}

/**
 * README example that checks a value of the first named object, or of the first type if there are
 * no objects.
 */
export function validatorExample(plan: Plan): Code {
  const exportedChecks = plan.checks.filter(({ exported, type }) => exported && type !== undefined);
  const objects = new Set(
    plan.types.flatMap(({ id, shape }) => (shape.kind === 'object' ? id : [])),
  );
  const check = exportedChecks.find(({ id }) => objects.has(id)) ?? exportedChecks[0];
  if (check === undefined)
    return importLine(
      [identifier(plan.server.requestChecks.name)],
      packageName(plan, '/validators'),
    );
  const [guard, report] = [identifier(check.guard.name), identifier(check.report.name)];
  const standard = check.standard === undefined ? [] : [identifier(check.standard.name)];
  return join(
    [
      importLine([report, guard, ...standard].sort(ignoringCase), packageName(plan, '/validators')),
      code``,
      code`const data: unknown = JSON.parse('{}');`,
      code`if (!${guard}(data)) console.log(${report}(data));`,
      ...standard.map((name) => code`console.log(${name}['~standard'].validate(data).issues);`),
    ],
    '\n',
  );
}
