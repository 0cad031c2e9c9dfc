import { singularWords } from './words.js';

/** What words at the end of a path say is done: a verb, and what follows it. */
export interface Action {
  readonly verb: readonly string[];
  readonly rest: readonly string[];
}

/** What is done where words begin with a verb: `reset` and `password`, `log out`, `read all`. */
export function actionOf(words: readonly string[]): Action | undefined {
  const [first = '', second = '', ...others] = words;
  if (phrasal.has(first) && particles.has(second)) return { verb: [first, second], rest: others };
  if (!actions.has(first) && !(words.length > 1 && calls.has(first))) return undefined;
  return second === 'all'
    ? { verb: [first, second], rest: others }
    : { verb: [first], rest: words.slice(1) };
}

/** Whether words are a whole call by themselves: `sendMessage`, `login`. What is no name in code is none. */
export function isCall(words: readonly string[]): boolean {
  const [only = ''] = words;
  return actionOf(words) !== undefined && !(words.length === 1 && unusable.has(only));
}

/** What an action is done to: one of them where it is added, all of them otherwise. */
export function ofAll(
  { verb: [verb = ''], rest }: Action,
  words: readonly string[],
): readonly string[] {
  return verb === 'add' && rest.length === 0 ? singularWords(words.slice(-1)) : words.slice(-1);
}

/** Verbs that are words of the language, or objects that are everywhere. */
const unusable: ReadonlySet<string> = new Set('delete export get import process set'.split(' '));

/** What people do to things by `POST`: words that are verbs first, and rarely the name of what is made. */
const actions: ReadonlySet<string> = new Set(
  `accept acknowledge activate add approve archive assign attach authenticate authorize ban block cancel clear clone close
  checkin checkout complete confirm connect convert deactivate decline delete deny deploy detach disable disconnect dismiss duplicate edit enable
  execute export find finish forgot generate get hide import initialize install invalidate invite join leave list lock login logout mark merge
  migrate move mute notify pause pick ping process promote publish purge reactivate read reboot rebuild redeem refresh
  regenerate register reinstate reject remove rename renew reopen reorder replace resend reset resolve restart restore resume retry
  revert revoke rotate save search send set simulate start stop submit subscribe suspend sync terminate test toggle trigger
  unarchive unassign unblock undelete unhide uninstall unlink unlock unmute unpin unpublish unregister unsubscribe update upgrade
  upload validate verify withdraw`.split(/\s+/u),
);

/** Verbs beside those where something follows them in the same segment. */
const calls: ReadonlySet<string> = new Set(
  'answer copy create forward give kick link pin restrict unban'.split(' '),
);

/** Words that end verbs of two: `log-out`, `sign-up`, `check-in`. */
const phrasal: ReadonlySet<string> = new Set('check clock log opt sign'.split(' '));
const particles: ReadonlySet<string> = new Set('in out up'.split(' '));

/** Whether words at the end of a path name what is made there, `photo` of `POST /items/{id}/photo`, and not what is done to the item. */
export function isThing(words: readonly string[]): boolean {
  const last = (words.at(-1) ?? '').toLowerCase();
  if (last.length > 7 && [...things].some((thing) => thing.length > 3 && last.endsWith(thing)))
    return true;
  return things.has(last) || /.{3}(?:[acip]tion|sion|ment|ity|ness|ship)$/u.test(last);
}

/** Nouns of which a thing has one, and that are hardly ever what is done to it. */
const things = new Set(
  `account address agreement asset attribute avatar background balance banner basket binding blacklist body brand
  calendar cart category certificate channel child code conditions config content context contract cookie
  coupon cover credential customer data database detail device document domain draft event feedback file
  folder gadget history icon identity image info input invoice item job key label letter license location logo
  manager media member message metadata metric name node notice number object output owner page parent
  password person phone photo picture playlist policy portrait preference price privilege product profile
  project property proxy pubkey quote rating resource response result role room rule schema screenshot secret
  session setting shipment signature snapshot state statement status summary task team template text thread
  threshold thumbnail ticket timeline title token topic transcript type unit url user value variable version
  video voucher wallet webhook whitelist wishlist workflow worklog`.split(/\s+/u),
);
