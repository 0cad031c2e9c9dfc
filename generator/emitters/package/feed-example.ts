import type { AddressValue } from '../../model/feed-address.js';
import type { FeedChannelPlan, FeedPlan } from '../../plan/feeds/plan.js';
import type { Plan } from '../../plan/plan.js';
import {
  code,
  type Code,
  identifier,
  join,
  literal,
  propertyKey,
  stringLiteral,
} from '../../printer/code.js';

/** README example with a client and a server of the first feed. `false` if there is none. */
export function feedExample(plan: Plan): Code | false {
  const [feed] = plan.feeds;
  const exampleChannel =
    feed?.channels.find(({ auth }) => auth !== 'required') ?? feed?.channels[0];
  if (feed === undefined || exampleChannel === undefined) return false;
  const client = identifier(feed.client.name);
  const server = identifier(feed.server.name);
  const checks = identifier(feed.checks.name);
  const from = (subpath: string): Code => stringLiteral(plan.package.name + subpath);
  const options = serverOptions(feed);
  return join(
    [
      code`import { ${client} } from ${from('')};`,
      code`import { ${checks} } from ${from('/feed-checks')};`,
      options === undefined
        ? code`import { ${server} } from ${from('/feed-server')};`
        : code`import { ${server}, type ${options} } from ${from('/feed-server')};`,
      code`import { memorySocket } from '@tallystick/runtime/socket';`,
      code``,
      ...(options === undefined
        ? []
        : [
            code`// Who may subscribe${feed.operations.length === 0 ? code`` : code`, and what is done for what clients send`}.`,
            code`declare const options: ${options};`,
            code``,
          ]),
      code`const server = ${server}(`,
      code`  {`,
      ...feed.channels.map(({ name }) => code`    ${propertyKey(name)}: {},`),
      code`  },`,
      ...(options === undefined ? [] : [code`  options,`]),
      code`);`,
      clientLine(feed, client, checks),
      code`const subscription = await feed.subscribe(${subscribeArguments(exampleChannel)});`,
      ...publishLine(feed, exampleChannel),
      code`for await (const message of subscription) console.log(message);`,
    ],
    '\n',
  );
}

/** Statement that creates a client, with address parameters and required query values. */
function clientLine({ address }: FeedPlan, client: Code, checks: Code): Code {
  const { parameters = [], query = [] } = address ?? {};
  const required = query.filter((value) => value.required);
  const queryOption =
    required.length === 0 ? code`` : code`, query: { ${join(required.map(valueLine), ', ')} }`;
  const options = code`{ open: memorySocket(server.accept), checks: ${checks}${queryOption} }`;
  if (parameters.length === 0) return code`const feed = new ${client}(${options});`;
  const room = code`{ ${join(parameters.map(valueLine), ', ')} }`;
  return join(
    [code`const feed = new ${client}(`, code`  ${room},`, code`  ${options},`, code`);`],
    '\n',
  );
}

/** Comment that shows how the server addresses one combination of address parameters. */
function publishLine({ address }: FeedPlan, { name, channel }: FeedChannelPlan): readonly Code[] {
  const { parameters = [] } = address ?? {};
  if (parameters.length === 0) return [];
  const room = code`{ ${join(parameters.map(valueLine), ', ')} }`;
  const key = channel.feed.subscription?.keys === undefined ? code`` : code`'…', `;
  return [
    code`// The server names the room: server.publish(${stringLiteral(name)}, ${room}, ${key}message)`,
  ];
}

function valueLine({ name, type, enum: [first] = [], minimum = 1 }: AddressValue): Code {
  const fallback = type === 'string' ? '…' : type === 'boolean' ? true : minimum;
  return code`${propertyKey(name)}: ${literal(first ?? fallback)}`;
}

/** Type of the required options of a feed server. `undefined` if none are required. */
function serverOptions(feed: FeedPlan): Code | undefined {
  const hasRequired = feed.demandsCredentials || feed.operations.length > 0;
  return hasRequired ? identifier(feed.serverOptions.name) : undefined;
}

function subscribeArguments({ channel, name: exampleChannel }: FeedChannelPlan): Code {
  const name = stringLiteral(exampleChannel);
  const isKeyed = channel.feed.subscription?.keys?.required === true;
  return isKeyed ? code`${name}, { keys: ['…'] }` : name;
}
