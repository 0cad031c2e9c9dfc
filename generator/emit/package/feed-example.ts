import type { Plan } from '../../plan/plan.js';
import { code, type Code, identifier, join, stringLiteral } from '../code.js';

/** A client and a server of the first feed, as a README shows them; `false` where there is none. */
export function feedExample(plan: Plan): Code | false {
  const [feed] = plan.feeds;
  const [first] = feed?.channels ?? [];
  if (feed === undefined || first === undefined) return false;
  const client = identifier(feed.client.name);
  const server = identifier(feed.server.name);
  const checks = identifier(feed.checks.name);
  const from = (subpath: string): Code => stringLiteral(plan.package.name + subpath);
  return join(
    [
      code`import { ${client} } from ${from('')};`,
      code`import { ${checks} } from ${from('/feed-checks')};`,
      code`import { ${server} } from ${from('/feed-server')};`,
      code`import { memorySocket } from '@tallystick/runtime/socket';`,
      code``,
      code`const server = ${server}({`,
      ...feed.channels.map(({ channel }) => code`  ${stringLiteral(channel.name)}: {},`),
      code`});`,
      code`const feed = new ${client}({ open: memorySocket(server.accept), checks: ${checks} });`,
      code`const subscription = await feed.subscribe(${stringLiteral(first.channel.name)});`,
      code`for await (const message of subscription) console.log(message);`,
    ],
    '\n',
  );
}
