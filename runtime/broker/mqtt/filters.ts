/** True if a topic matches a filter (MQTT 5.0, section 4.7). */
export function matches(filter: readonly string[], topic: readonly string[]): boolean {
  // Wildcards at the start do not match topics of the broker itself.
  if (topic[0]?.startsWith('$') === true && (filter[0] === '+' || filter[0] === '#')) return false;
  for (let at = 0; at < filter.length; at++) {
    if (filter[at] === '#') return true;
    if (at >= topic.length || (filter[at] !== '+' && filter[at] !== topic[at])) return false;
  }
  return filter.length === topic.length;
}

/** Identifier of a subscription (MQTT 5.0, section 3.8.2.1.2): the same for a filter in each process, because sessions outlive processes. */
export function identifierOf(filter: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < filter.length; at++)
    hash = Math.imul(hash ^ filter.charCodeAt(at), 0x01000193);
  return ((hash >>> 0) % 268_435_455) + 1;
}
