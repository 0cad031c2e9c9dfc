import type { Content } from '../model/api.js';
import { streamForms, type StreamForm } from '../model/analysis/stream-forms.js';
import type { Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { code, type Code, stringLiteral } from '../printer/code.js';
import { generic, isCombined, parenthesised, readonlyArray, union } from '../printer/types.js';
import { roleDirections, type EndpointRole } from './endpoint-role.js';
import type { FileScope } from '../printer/source-file.js';
import { typeExpression } from './type-expression.js';

/** Type of a streamed body: the input of an encoder, or the output of a decoder. */
export function itemsType(
  plan: Plan,
  scope: FileScope,
  content: Content,
  role: EndpointRole,
): Code {
  const item = itemType(plan, scope, [content], role);
  switch (role) {
    case 'client-sends':
    case 'server-sends':
    case 'receiver-sends':
      return generic(scope.name(runtimeNames.types.Items), [item]);
    case 'server-receives':
    case 'receiver-receives':
      return generic(code`AsyncIterable`, [item]);
    case 'client-receives':
    case 'sender-sends':
      return readonlyArray(isCombined(item) ? parenthesised(item) : item);
    case 'sender-receives':
      return code`string`;
  }
}

/** Type of one item of the given streams. */
export function itemType(
  plan: Plan,
  scope: FileScope,
  contents: readonly Content[],
  role: EndpointRole,
): Code {
  const types = contents.flatMap((content) => {
    const events = streamForms(plan.api.schemas, content);
    const hasNames = events.some(({ names }) => names !== undefined);
    return events.map((form) =>
      content.codec === 'sse'
        ? eventType(plan, scope, form, hasNames, role)
        : dataType(plan, scope, form, role),
    );
  });
  return union(types);
}

/**
 * Type of an event, such as `ServerSentEvent<Tick, 'tick'>`. Events without a name among named ones
 * have the name `undefined`.
 */
function eventType(
  plan: Plan,
  scope: FileScope,
  form: StreamForm,
  hasNames: boolean,
  role: EndpointRole,
): Code {
  const event = scope.name(runtimeNames.types.ServerSentEvent);
  const data = dataType(plan, scope, form, role);
  if (form.names !== undefined) return generic(event, [data, union(form.names.map(stringLiteral))]);
  if (hasNames) return generic(event, [data, code`undefined`]);
  return data === 'string' ? event : generic(event, [data]);
}

function dataType(
  plan: Plan,
  scope: FileScope,
  { data, schema }: StreamForm,
  role: EndpointRole,
): Code {
  if (schema !== undefined)
    return typeExpression(plan, scope, schema, {
      direction: roleDirections[role],
      representation: 'value',
    });
  return data === 'text' ? code`string` : code`unknown`;
}
