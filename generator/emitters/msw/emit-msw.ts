import type { Identifier, IdentifierName, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, identifier, stringLiteral, type Code } from '../../printer/code.js';
import { constant, exportedFunction, exportedInterface, reExport } from '../../printer/declare.js';
import { createFileScope, importPath } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { arrayType, generic } from '../../printer/types.js';
import { call, list, objectLines, pureCall, returns } from '../../printer/values.js';
import { dataLiteral, type Data } from '../../typescript/data-literal.js';
import { operationSummary } from '../../typescript/operation-docs.js';
import { sentResponses } from '../calls/handler-types.js';
import { clientOf } from '../client/plan.js';
import { tableLiteral } from '../fake-tables/table-literal.js';
import { validatorsOf } from '../validators/plan.js';
import type { MockedServicePlan, MswPlan } from './plan.js';

const httpHandler: Identifier = mswName('HttpHandler');
const handlerType: Identifier = { ...mswName('HttpHandler'), typeOnly: true };
const passthrough: Identifier = mswName('passthrough');

function mswName(name: string): Identifier {
  return { name: name as IdentifierName, from: 'msw', typeOnly: false };
}

/** Emits the mocks of all operations, and a file of types for each service. */
export function* emitMsw(planned: MswPlan, plan: Plan): Iterable<SourceFile> {
  for (const service of planned.services) yield emitService(service, plan);
  const { file, mocksType, create, mockAll, services } = planned;
  const scope = createFileScope(plan, file);
  const { createMocks, mockApi, MockApiSettings, MockedResponses, MockSettings } = runtimeNames.msw;
  const mocks = scope.name(mocksType);
  const handler = scope.name(httpHandler);
  const [createName, mockName] = [scope.name(create), scope.name(mockAll)];
  yield scope.finish([
    exportedInterface(mocks, {
      docs: [code`Creates handlers of MSW: a function for each operation.`],
      extends: services.map((service) => scope.name(service.mocksType)),
    }),
    ...apiParts(planned, plan, scope),
    exportedFunction(createName, {
      docs: [
        code`Creates a function for each operation. It takes the body of the usual response, or a function that responds like the handler of a server, and returns a handler of MSW.`,
      ],
      parameters: [{ name: code`settings?`, type: scope.name(MockSettings) }],
      returnType: mocks,
      statements: [
        returns(call(scope.name(createMocks), [apiName, code`settings`], [handler, mocks])),
      ],
    }),
    exportedFunction(mockName, {
      docs: [
        code`Creates the handlers of MSW for the whole API. Operations without a response respond with fakes, unless \`unmocked\` says otherwise.`,
      ],
      parameters: [
        { name: code`responses?`, type: generic(scope.name(MockedResponses), [mocks]) },
        { name: code`settings?`, type: scope.name(MockApiSettings) },
      ],
      returnType: arrayType(handler),
      statements: [returns(call(scope.name(mockApi), [apiName, code`responses`, code`settings`]))],
    }),
    ...services.map((service) => reExport(importPath(plan, service.file, file))),
  ]);
}

const apiName = code`api`;
const tableName = code`schemas`;

/** What the mocks need of the server: routes, checks and fakes. */
function apiParts(planned: MswPlan, plan: Plan, scope: FileScope): readonly Declaration[] {
  const { fakes, msw, xml } = runtimeNames;
  const { requestChecks, responseChecks } = validatorsOf(plan);
  const handler = scope.name(httpHandler);
  const routes = planned.services.map(({ service }) => code`...${scope.name(service.routes)}`);
  const replies = Object.fromEntries(planned.replies) as unknown as Data;
  return [
    constant(tableName, scope.name(fakes.FakeTable), tableLiteral(planned.table, plan, scope)),
    constant(
      apiName,
      generic(scope.name(msw.MockedApi), [handler]),
      objectLines([
        {
          key: code`library`,
          value: code`{ ${handler}, ${scope.name(passthrough)} }`,
        },
        { key: code`description`, value: scope.name(clientOf(plan).description) },
        { key: code`operations`, value: list(routes) },
        { key: code`checks`, value: scope.name(requestChecks) },
        { key: code`validateResponses`, value: scope.name(responseChecks) },
        { key: code`fakes`, value: pureCall(scope.name(fakes.createFakes), [tableName]) },
        { key: code`replies`, value: dataLiteral(replies) },
        ...(planned.usesXml ? [{ key: code`xml`, value: scope.name(xml.xml) }] : []),
      ]),
    ),
  ];
}

function emitService(
  { service, file, mocksType, operations }: MockedServicePlan,
  plan: Plan,
): SourceFile {
  const scope = createFileScope(plan, file);
  return scope.finish([
    exportedInterface(scope.name(mocksType), {
      docs: [code`Mocks of the operations of \`${identifier(service.property)}\`.`],
      members: operations.map(({ operation, usual }) => ({
        name: identifier(operation.function.name),
        type: mockType(
          usual,
          [
            scope.name(handlerType),
            scope.name(operation.server.requestType),
            sentResponses(scope, operation),
          ],
          scope,
        ),
        docs: operationSummary(operation),
      })),
    }),
  ]);
}

function mockType(
  usual: IdentifierName | undefined,
  args: readonly Code[],
  scope: FileScope,
): Code {
  return generic(scope.name(runtimeNames.msw.OperationMock), [
    ...args,
    ...(usual === undefined ? [] : [stringLiteral(usual)]),
  ]);
}
