import type { FeedChannelPlan, FeedPlan } from '../../plan/feeds/plan.js';
import type { Plan } from '../../plan/plan.js';
import { code, type Code, identifier, join, propertyKey, stringLiteral } from '../code.js';

/** A client and a server of the first feed, as a README shows them; `false` where there is none. */
export function feedExample(plan: Plan): Code | false {
  const [feed] = plan.feeds;
  const shown = feed?.channels.find(({ auth }) => auth !== 'required') ?? feed?.channels[0];
  if (feed === undefined || shown === undefined) return false;
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
      ...feed.channels.map(({ channel }) => code`    ${propertyKey(channel.name)}: {},`),
      code`  },`,
      ...(options === undefined ? [] : [code`  options,`]),
      code`);`,
      code`const feed = new ${client}({ open: memorySocket(server.accept), checks: ${checks} });`,
      code`const subscription = await feed.subscribe(${subscribeArguments(shown)});`,
      code`for await (const message of subscription) console.log(message);`,
    ],
    '\n',
  );
}

/** The type of the options that a server of the feed has to be given; `undefined` where it needs none. */
function serverOptions(feed: FeedPlan): Code | undefined {
  const isDemanding = feed.demandsCredentials || feed.operations.length > 0;
  return isDemanding ? identifier(feed.serverOptions.name) : undefined;
}

function subscribeArguments({ channel }: FeedChannelPlan): Code {
  const name = stringLiteral(channel.name);
  const isKeyed = channel.feed.subscription?.keys?.required === true;
  return isKeyed ? code`${name}, { keys: ['…'] }` : name;
}
