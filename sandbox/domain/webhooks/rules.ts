import type {
  WebhookEventFilter,
  WebhookEventType,
  WebhookEventTypeFilter,
} from '@platform/platform';

/** A member of a request that is not as it must be. */
export interface Problem {
  readonly member: string;
  readonly problem: string;
}

/** Checks the target of a webhook: `https`, or `http` to this machine if the deployment allows that. */
export function targetProblem(target: string, allowsLocal: boolean): Problem | undefined {
  const member = 'notification_uri';
  if (!URL.canParse(target)) return { member, problem: 'is not a URL' };
  const { protocol, hostname, username, password } = new URL(target);
  if (username !== '' || password !== '')
    return { member, problem: 'must not contain a user name or a password' };
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:' && isLocal(hostname))
    return allowsLocal
      ? undefined
      : { member, problem: 'names this machine, which the deployment does not allow' };
  return { member, problem: 'must begin with https://' };
}

/** True for names of this machine. */
export function isLocal(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname);
}

/** Checks that filters fit the type of event: each type has its own. */
export function filterProblem(
  eventType: WebhookEventType,
  typeFilter: WebhookEventTypeFilter | undefined,
  eventFilters: readonly WebhookEventFilter[] | undefined,
): Problem | undefined {
  const isTransfer = eventType === 'erc20_transfer' || eventType === 'erc721_transfer';
  if (isTransfer && typeFilter !== undefined)
    return { member: 'event_type_filter', problem: `is not for ${eventType}` };
  if (!isTransfer && (eventFilters ?? []).length > 0)
    return { member: 'event_filters', problem: `are not for ${eventType}` };
  if (typeFilter === undefined) return undefined;
  const namesContracts = 'contract_addresses' in typeFilter;
  if (eventType === 'smart_contract_event_activity' && !namesContracts)
    return { member: 'event_type_filter', problem: 'must name contracts' };
  if (eventType === 'wallet_activity' && namesContracts)
    return { member: 'event_type_filter', problem: 'must name addresses or a wallet' };
  return undefined;
}
