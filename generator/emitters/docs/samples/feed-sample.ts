import type { Channel } from '../../../model/message.js';
import type { Plan } from '../../../plan/plan.js';
import { identifier, join, code, stringLiteral } from '../../../printer/code.js';
import { feedsOf } from '../../feeds/plan.js';

/**
 * A program that subscribes to a channel with the generated client of its feed. `undefined` if the
 * package has none, or if the connection needs arguments or credentials.
 */
export function feedSample(plan: Plan, { key }: Channel): string | undefined {
  const feed = feedsOf(plan).find(({ channels }) =>
    channels.some((each) => each.channel.key === key),
  );
  const planned = feed?.channels.find((each) => each.channel.key === key);
  if (feed === undefined || planned === undefined) return undefined;
  const needsMore =
    (feed.address?.parameters ?? []).length > 0 ||
    (feed.address?.query ?? []).some(({ required }) => required) ||
    planned.auth === 'required' ||
    feed.demandsCredentials;
  if (needsMore) return undefined;
  const base = plan.package.kind === 'package' ? plan.package.name : '.';
  const [module, checksModule] =
    plan.package.kind === 'package'
      ? [stringLiteral(base), stringLiteral(`${base}/feed-checks`)]
      : [stringLiteral('./index.js'), stringLiteral('./feed-checks.js')];
  const [client, checks] = [identifier(feed.client.name), identifier(feed.checks.name)];
  const keys =
    planned.channel.feed.subscription?.keys?.required === true ? code`, { keys: ['…'] }` : code``;
  const url = feed.servers.length === 0 ? code`url: 'wss://api.example.com', ` : code``;
  return join(
    [
      code`import { ${client} } from ${module};`,
      code`import { ${checks} } from ${checksModule};`,
      code``,
      code`const feed = new ${client}({ ${url}checks: ${checks} });`,
      code`const subscription = await feed.subscribe(${stringLiteral(planned.name)}${keys});`,
      code`for await (const message of subscription) console.log(message);`,
    ],
    '\n',
  );
}
