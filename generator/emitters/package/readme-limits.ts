import { parsePointer } from '../../core/pointer.js';
import { newestFirst } from '../../model/changelog.js';
import type { NamedLimit } from '../../model/limits.js';
import type { Plan } from '../../plan/plan.js';
import {
  code,
  type Code,
  identifier,
  join,
  propertyKey,
  stringLiteral,
} from '../../printer/code.js';
import {
  markdownCode,
  markdownLine,
  markdownProse,
  markdownTable,
} from '../../typescript/markdown.js';
import { rateLimitText } from '../../typescript/rate-text.js';
import { addressOf } from './readme-address.js';

/** README table of the constants of `limits.ts`: name, value and description. */
export function limitsTable({ limits }: Plan): Code | false {
  if (limits === undefined) return false;
  const name = (constant: { readonly name: LimitName }): Code =>
    code`\`${identifier(limits.namespace)}.${identifier(constant.name)}\``;
  return markdownTable(
    [code`constant`, code`value`, code``],
    [
      ...limits.values.map((each) => [
        name(each.identifier),
        valueText(each.limit),
        markdownProse(each.limit.description ?? ''),
      ]),
      ...limits.rateLimits.map((each) => [
        name(each.identifier),
        markdownLine(rateLimitText(each.limit)),
        code``,
      ]),
    ],
  );
}

type LimitName = NonNullable<Plan['limits']>['namespace'];

function valueText({ value, unit }: NamedLimit): Code {
  const values = typeof value === 'object' ? value : [value];
  return markdownLine([values.map(String).join(', '), unit ?? ''].join(' '));
}

/** README example that reads a constant. */
export function limitsExample({ limits, package: { name } }: Plan): Code | false {
  const first = limits?.values[0]?.identifier ?? limits?.rateLimits[0]?.identifier;
  if (limits === undefined || first === undefined) return false;
  const namespace = identifier(limits.namespace);
  return code`import { ${namespace} } from ${stringLiteral(name)};\n\nconsole.log(${namespace}.${identifier(first.name)});`;
}

/** README example of a client that paces its requests. `false` if there are no rate limits. */
export function pacingExample(plan: Plan): Code | false {
  const {
    limits,
    client,
    package: { name },
  } = plan;
  if (limits === undefined || limits.rateLimits.length === 0) return false;
  const className = identifier(client.className.name);
  return join(
    [
      code`import { pacing } from '@tallystick/runtime/http';`,
      code`import { ${className} } from ${stringLiteral(name)};`,
      code``,
      code`const patient = new ${className}({ baseUrl: ${addressOf(plan).baseUrl}, pacing: pacing() });`,
    ],
    '\n',
  );
}

/** README example of the keys by which a server counts requests. */
export function countingExample({ limits }: Plan): Code | false {
  const keyNames = [...new Set((limits?.rateLimits ?? []).map(({ limit }) => limit.per))];
  if (keyNames.length === 0) return false;
  const keys = keyNames.map((per) =>
    per === 'ip' ? code`ip: peerKey` : code`${propertyKey(per)}: () => 'whose it is'`,
  );
  const lines = keys.map((key) => code`    ${key},`);
  const head = keyNames.includes('ip')
    ? code`import { peerKey } from '@tallystick/runtime/http/server';\n\n`
    : code``;
  return code`${head}const rateLimits = {\n  keys: {\n${join(lines, '\n')}\n  },\n};`;
}

/** README list of `x-changelog`, newest first. */
export function changesList({ api: { changes } }: Plan): Code | false {
  if (changes.length === 0) return false;
  const entries = newestFirst(changes).map(({ date, text, targets }) => {
    const names = targets.map(({ name }) => code`\`${markdownCode(targetLabel(name))}\``);
    const targetList = names.length === 0 ? code`` : code` (${join(names, ', ')})`;
    return code`- ${markdownLine(date)}: ${markdownProse(text)}${targetList}`;
  });
  return join(entries, '\n');
}

/**
 * Label of a target for readers without the description: `Kettle.colour`, `/kettles`,
 * `GET /kettles`, `listKettles`.
 */
function targetLabel(name: string): string {
  const tokens = parsePointer(name.slice(name.indexOf('#') + 1));
  if (!name.includes('#') || tokens === undefined || tokens.length === 0) return name;
  const [first, path = '', method, ...deeper] = tokens;
  if (first === 'paths' && deeper.length === 0) {
    return method === undefined ? path : `${method.toUpperCase()} ${path}`;
  }
  return tokens
    .slice(first === 'components' ? 2 : 0)
    .filter((token) => token !== 'properties')
    .join('.');
}
