import type { JsonRpcBinding } from '../../model/api.js';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import { isNeeded } from '../../plan/part-headers.js';
import { requestSchemes } from '../../plan/security.js';
import { code, type Code, identifier, join, stringLiteral } from '../code.js';
import { type Data, dataLiteral } from '../data-literal.js';
import { markdownCode, markdownLine, markdownTable } from '../markdown.js';
import { render } from '../render.js';
import type { SourceFile } from '../source-file.js';
import readmeTemplate from '../../../templates/readme.hbs';
import { addressOf } from './readme-address.js';
import {
  construction,
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
import { enumsIn } from './program-value.js';

/** The package's README: real call sites for this very API. */
export function emitReadme(plan: Plan): SourceFile {
  const shown = showcase(plan);
  const text = render(readmeTemplate, {
    name: markdownCode(plan.package.name),
    description: markdownLine(plan.api.summary ?? plan.api.title),
    title: markdownLine(plan.api.title),
    version: markdownLine(plan.api.version),
    documents: join(
      plan.package.documents.map((path) => code`\`${markdownCode(path)}\``),
      ', ',
    ),
    clientExample: clientExample(plan, shown),
    pagedExample: pagedExample(plan),
    backExample: backExample(plan),
    standaloneExample: standaloneExample(plan, shown),
    serverExample: serverExample(plan, shown),
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

/** The operation that shows most: one that sends JSON and declares a success, else the next best. */
function showcase(plan: Plan): OperationPlan | undefined {
  const succeeding = plan.operations.filter(({ outcomes }) =>
    outcomes.some(({ success }) => success),
  );
  const plain = succeeding.filter(
    ({ arguments: { body } }) => body?.contents[0]?.codec !== 'binary',
  );
  const sending = plain.find(
    ({ arguments: { body, input } }) =>
      input.kind === 'body' && body?.contents[0]?.codec === 'json',
  );
  return sending ?? plain[0] ?? succeeding[0] ?? plan.operations[0];
}

function byLetters(one: Code, other: Code): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}

function packageName(plan: Plan, subpath: '' | '/server' | '/types' | '/validators' = ''): Code {
  return stringLiteral(plan.package.name + subpath);
}

function clientExample(plan: Plan, shown: OperationPlan | undefined): Code {
  const { client } = plan;
  const given = shown === undefined ? code`` : argumentList(plan, shown);
  const names = [identifier(client.className.name), ...factoryNames(plan), ...enumsIn(plan, given)];
  const lines = [
    importLine(names, packageName(plan)),
    code``,
    ...keyLines(plan),
    code`const client = new ${identifier(client.className.name)}({${construction(plan)}});`,
  ];
  if (shown === undefined) return join(lines, '\n');
  const call = code`client.${callPath(plan, shown)}`;
  return join(
    [
      ...lines,
      code``,
      code`const value = await ${call}(${given});`,
      code`const outcome = await ${call}.result(${given});`,
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
    .filter(isNeeded)
    .map(({ name, list, headers: lines }) => {
      const needed = lines.filter(({ required }) => required);
      const given = Object.fromEntries(
        needed.map((each) => [each.name, exampleParameter(plan, each)]),
      );
      return [name, list ? [given] : given] as const;
    });
  const parts: Data = {
    body: content === undefined ? undefined : exampleBody(plan, content, 'readOnly'),
    query: Object.keys(query).length === 0 ? undefined : query,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    partHeaders: partHeaders.length === 0 ? undefined : Object.fromEntries(partHeaders),
  };
  return join([...positional, value(parts)], ', ');
}

/** What a method is called with: its only param, or an object of those that it needs. */
function exampleParams(plan: Plan, operation: OperationPlan, { params }: JsonRpcBinding): Data {
  const [only] = params.members;
  if (operation.arguments.rpcParams === 'single' && only !== undefined)
    return exampleSchema(plan, only.schema);
  const needed = params.members.filter(({ required }) => required);
  return Object.fromEntries(needed.map(({ name, schema }) => [name, exampleSchema(plan, schema)]));
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

function standaloneExample(plan: Plan, shown: OperationPlan | undefined): Code {
  const connect = identifier(plan.client.connect.name);
  if (shown === undefined) return code`import { ${connect} } from ${packageName(plan)};`;
  const name = identifier(shown.function.name);
  const rest = argumentList(plan, shown);
  return join(
    [
      importLine([connect, name, ...factoryNames(plan), ...enumsIn(plan, rest)], packageName(plan)),
      code``,
      ...keyLines(plan),
      code`const connection = ${connect}({${construction(plan)}});`,
      code`await ${name}(connection${rest === '' ? code`` : code`, ${rest}`});`,
    ],
    '\n',
  );
}

function serverExample(plan: Plan, shown: OperationPlan | undefined): Code {
  const factory = identifier(plan.server.partialFactory.name);
  const handler = shown === undefined ? [] : handlerLines(plan, shown);
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

function handlerLines(plan: Plan, shown: OperationPlan): readonly Code[] {
  const success = shown.outcomes.find((outcome) => outcome.success);
  if (success === undefined) return [];
  const [content] = success.usual;
  const body =
    content === undefined ? code`` : dataLiteral(exampleBody(plan, content, 'writeOnly'), 60, 6);
  return [
    code`    ${identifier(shown.function.name)}(_request, respond) {`,
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

/** Checking a value of the first object that has a name, or of the first type where nothing is an object. */
export function validatorExample(plan: Plan): Code {
  const all = plan.checks.filter(({ exported, type }) => exported && type !== undefined);
  const objects = new Set(
    plan.types.flatMap(({ id, shape }) => (shape.kind === 'object' ? id : [])),
  );
  const named = all.find(({ id }) => objects.has(id)) ?? all[0];
  if (named === undefined)
    return importLine(
      [identifier(plan.server.requestChecks.name)],
      packageName(plan, '/validators'),
    );
  const [guard, report] = [identifier(named.guard.name), identifier(named.report.name)];
  const standard = named.standard === undefined ? [] : [identifier(named.standard.name)];
  return join(
    [
      importLine([report, guard, ...standard].sort(byLetters), packageName(plan, '/validators')),
      code``,
      code`const data: unknown = JSON.parse('{}');`,
      code`if (!${guard}(data)) console.log(${report}(data));`,
      ...standard.map((name) => code`console.log(${name}['~standard'].validate(data).issues);`),
    ],
    '\n',
  );
}
