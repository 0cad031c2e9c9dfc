import type {
  Notification,
  NotificationBase,
  WebhookEventFilter,
  WebhookEventTypeFilter,
} from '@platform/platform';
import { zeroAddress } from '../assets/logs.js';
import { findAsset } from '../assets/queries.js';
import { type Block, keyOf, type Log, type Transaction, type Transfer } from '../assets/state.js';
import type { Context, DomainEvent } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { printInstant } from '../time.js';
import { event } from './events.js';
import type { NewDelivery, WebhookRow } from './state.js';

/** Members that the sandbox adds for each webhook. */
type PerWebhook = 'webhookId' | 'walletId' | 'addresses';

/** A notification without what depends on the webhook. */
type Content<Each> = Each extends Notification ? Omit<Each, PerWebhook> : never;

/** Something that happened on a chain, and that webhooks of one type may report. */
interface ChainEvent {
  readonly content: Content<Notification>;
  /** Addresses that took part. */
  readonly parties: readonly string[];
}

/** What a webhook's filters say about an event: the members to add, or `undefined` if it does not match. */
type Match = { readonly walletId?: string; readonly addresses?: readonly string[] } | undefined;

/**
 * Creates the deliveries of a block: one for each event and matching webhook (webhooks-4, webhooks-6). Accept the result in the entry of the
 * block.
 *
 * @param organizations of the transactions: the only organisation that is told, or `undefined` for all
 */
export function eventsOfBlock(
  context: Context<DomainState>,
  block: Block,
  organizations: readonly (string | undefined)[],
): readonly DomainEvent[] {
  const { state, random } = context;
  const deliveries: NewDelivery[] = [];
  for (const transaction of block.transactions) {
    const organization = organizations[transaction.index];
    for (const each of eventsOf(state, block, transaction)) {
      const { eventType } = each.content;
      const webhooks = state.webhooks.listening
        .rows(keyOf(block.network, eventType))
        .filter((webhook) => organization === undefined || webhook.organization === organization)
        .map((webhook) => ({ webhook, match: matchOf(state, webhook, each) }));
      if (!webhooks.some(({ match }) => match !== undefined)) continue;
      const eventId = random.uuid();
      for (const { webhook, match } of webhooks) {
        if (match === undefined) continue;
        const body = JSON.stringify({ webhookId: webhook.id, ...each.content, ...match });
        const id = random.uuid();
        deliveries.push({
          id,
          eventId,
          kind: 'notification',
          eventType,
          ...carried(webhook),
          body,
        });
      }
    }
  }
  return deliveries.length === 0 ? [] : [event('webhooks.deliveries-created', { deliveries })];
}

/** What a delivery takes from its webhook: target and header text stay as they are at this moment (webhooks-6). */
export function carried({
  id,
  organization,
  project,
  notificationUri,
  signatureHeader,
}: WebhookRow): Pick<
  NewDelivery,
  'webhook' | 'organization' | 'project' | 'target' | 'signatureHeader'
> {
  return { webhook: id, organization, project, target: notificationUri, signatureHeader };
}

/** Everything that a transaction may be reported for. */
function eventsOf(
  state: DomainState,
  block: Block,
  transaction: Transaction,
): readonly ChainEvent[] {
  const base: Omit<NotificationBase, 'webhookId' | 'eventType'> = {
    network: block.network,
    blockHash: block.hash,
    blockNumber: block.number,
    blockTime: printInstant(block.time),
    transactionHash: transaction.hash,
    transactionIndex: transaction.index,
  };
  const { transfers, logs, from, to } = transaction;
  const transferred = transfers.flatMap((transfer) => transferEvents(state, block, base, transfer));
  // A transaction without transfers is activity of those who made and received it.
  const parties = to === null ? [from] : [from, to];
  const called: readonly ChainEvent[] =
    transfers.length > 0
      ? []
      : [
          {
            content: {
              ...base,
              eventType: 'wallet_activity',
              from,
              ...(to === null ? {} : { to }),
              value: String(transaction.value),
            },
            parties,
          },
        ];
  return [...transferred, ...called, ...logs.map((log) => logEvent(base, transaction, log))];
}

function transferEvents(
  state: DomainState,
  { network }: Block,
  base: Omit<NotificationBase, 'webhookId' | 'eventType'>,
  { asset: id, token, from, to, value, logIndex }: Transfer,
): readonly ChainEvent[] {
  const asset = findAsset(state.assets, network, id);
  const parties = [from, to].filter((address) => address !== zeroAddress);
  const activity = {
    ...base,
    eventType: 'wallet_activity',
    from,
    to,
    value: String(value),
  } as const;
  if (asset === undefined || asset.contract === null || logIndex === null)
    return [{ content: activity, parties }];
  const log = { logIndex, contractAddress: asset.contract };
  const contents: Content<Notification>[] = [{ ...activity, ...log }];
  if (asset.type === 'erc20')
    contents.push({ ...base, ...log, eventType: 'erc20_transfer', from, to, value: String(value) });
  if (asset.type === 'erc721')
    contents.push({ ...base, ...log, eventType: 'erc721_transfer', from, to, tokenId: token });
  return contents.map((content) => ({ content, parties }));
}

function logEvent(
  base: Omit<NotificationBase, 'webhookId' | 'eventType'>,
  { from, to, value }: Transaction,
  { index, contract }: Log,
): ChainEvent {
  const content = {
    ...base,
    eventType: 'smart_contract_event_activity',
    logIndex: index,
    contractAddress: contract,
    from,
    ...(to === null ? {} : { to }),
    value: String(value),
  } as const;
  return { content, parties: [] };
}

function matchOf(state: DomainState, webhook: WebhookRow, { content, parties }: ChainEvent): Match {
  switch (content.eventType) {
    case 'erc20_transfer':
    case 'erc721_transfer':
      return matchesFilters(webhook.eventFilters, content) ? {} : undefined;
    case 'wallet_activity':
      return matchWallet(state, webhook, parties);
    case 'smart_contract_event_activity':
      return matchesContract(webhook.typeFilter, content.contractAddress) ? {} : undefined;
  }
}

function matchesFilters(
  filters: readonly WebhookEventFilter[] = [],
  transfer: { readonly contractAddress: string; readonly from: string; readonly to: string },
): boolean {
  const isIn = (wanted: string | undefined, address: string): boolean =>
    wanted === undefined || wanted.toLowerCase() === address;
  return (
    filters.length === 0 ||
    filters.some(
      ({ contract_address, from_address, to_address }) =>
        isIn(contract_address, transfer.contractAddress) &&
        isIn(from_address, transfer.from) &&
        isIn(to_address, transfer.to),
    )
  );
}

function matchesContract(filter: WebhookEventTypeFilter | undefined, contract: string): boolean {
  const contracts =
    filter !== undefined && 'contract_addresses' in filter ? filter.contract_addresses : [];
  return contracts.length === 0 || contracts.some((each) => each.toLowerCase() === contract);
}

function matchWallet(
  { assets }: DomainState,
  { organization, typeFilter }: WebhookRow,
  parties: readonly string[],
): Match {
  const { addresses: named = [], wallet_id: walletId = undefined } =
    typeFilter === undefined || 'contract_addresses' in typeFilter ? {} : typeFilter;
  const wallet = walletId === undefined ? undefined : assets.wallets.get(walletId.toLowerCase());
  // A wallet of another organisation is not known here (webhooks-5).
  const own = wallet?.organization === organization ? wallet.addresses : [];
  const watched = named.length > 0 ? named.map((address) => address.toLowerCase()) : own;
  const isOpen = named.length === 0 && walletId === undefined;
  const addresses = [...new Set(parties)].filter((each) => isOpen || watched.includes(each));
  if (addresses.length === 0) return undefined;
  return walletId === undefined ? { addresses } : { walletId, addresses };
}
