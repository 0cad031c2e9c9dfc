import type { Content } from '../model/api.js';
import { streamForms, type StreamForm } from '../model/stream-forms.js';
import type { Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { code, type Code, join, stringLiteral } from './code.js';
import { directions, type Party } from './party.js';
import type { FileScope } from './source-file.js';
import { typeOf } from './type-of.js';

/** The type of a body that is a stream: what it is made from, or what is read of it. */
export function itemsType(plan: Plan, scope: FileScope, content: Content, party: Party): Code {
  const item = itemType(plan, scope, [content], party);
  switch (party) {
    case 'client-sends':
    case 'server-sends':
    case 'receiver-sends':
      return code`${scope.name(runtimeNames.types.Items)}<${item}>`;
    case 'server-receives':
    case 'receiver-receives':
      return code`AsyncIterable<${item}>`;
    case 'client-receives':
    case 'sender-sends':
      return code`readonly ${/[ |&]/u.test(item) ? code`(${item})` : item}[]`;
    case 'sender-receives':
      return code`string`;
  }
}

/** The type of one item of these streams. */
export function itemType(
  plan: Plan,
  scope: FileScope,
  contents: readonly Content[],
  party: Party,
): Code {
  const types = contents.flatMap((content) => {
    const forms = streamForms(plan.api.schemas, content);
    const named = forms.some(({ names }) => names !== undefined);
    return forms.map((form) =>
      content.codec === 'sse'
        ? eventType(plan, scope, form, named, party)
        : dataType(plan, scope, form, party),
    );
  });
  return join([...new Set(types)], ' | ');
}

/** `ServerSentEvent<Tick, 'tick'>`; what has no name beside events that have one is known by that. */
function eventType(
  plan: Plan,
  scope: FileScope,
  form: StreamForm,
  named: boolean,
  party: Party,
): Code {
  const event = scope.name(runtimeNames.types.ServerSentEvent);
  const data = dataType(plan, scope, form, party);
  if (form.names !== undefined)
    return code`${event}<${data}, ${join(form.names.map(stringLiteral), ' | ')}>`;
  if (named) return code`${event}<${data}, undefined>`;
  return data === 'string' ? event : code`${event}<${data}>`;
}

function dataType(plan: Plan, scope: FileScope, { data, schema }: StreamForm, party: Party): Code {
  if (schema !== undefined)
    return typeOf(plan, scope, schema, {
      direction: directions[party],
      representation: 'value',
    });
  return data === 'text' ? code`string` : code`unknown`;
}
