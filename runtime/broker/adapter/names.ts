const encoder = new TextEncoder();

/** A name for the queue, durable consumer or group of `group` for one pattern, so that subscriptions of a group to several addresses do not take each other's messages. */
export function groupName(group: string, pattern: string): string {
  return `${group}.${pattern}`;
}

/** Replaces characters outside `A-Z a-z 0-9 _ -` by `=` and the hexadecimal digits of their bytes, so that different names stay different. */
export function plainName(name: string): string {
  return name.replace(/[^\w-]/gu, (character) =>
    [...encoder.encode(character)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
