/** Rules that decide what accounts may sign and send. */
export interface Policy {
  readonly id: PolicyId;
  readonly scope: PolicyScope;
  /**
   * What the policy is for; free text of at most 50 characters.
   *
   * @example "Allow small payments"
   */
  readonly description?: string;
  /** Tried in this order; the first that matches decides. */
  readonly rules: readonly Rule[];
  /**
   * When the policy was created, ISO 8601.
   *
   * @example "2025-03-25T12:00:00Z"
   */
  readonly createdAt: string;
  /**
   * When the policy was last changed, ISO 8601.
   *
   * @example "2025-03-26T12:00:00Z"
   */
  readonly updatedAt: string;
}

/**
 * What a policy governs.
 *
 * - `project`: Every account of the project. A project has one such policy.
 * - `account`: The accounts to which it is attached. An account has one such policy.
 */
export type PolicyScope = 'project' | 'account';

/** A new policy. */
export interface CreatePolicyRequest {
  readonly scope: PolicyScope;
  /** What the policy is for; free text of at most 50 characters. */
  readonly description?: string;
  /** Tried in this order; the first that matches decides. */
  readonly rules: readonly Rule[];
}

/** What takes the place of a policy's description and rules. The scope of a policy never changes. */
export interface UpdatePolicyRequest {
  /** What the policy is for; free text of at most 50 characters. */
  readonly description?: string;
  /** All rules of the policy from now on, in the order in which they are tried. */
  readonly rules: readonly Rule[];
}

/** One page of a project's policies. */
export interface PolicyPage {
  /** The policies of this page. */
  readonly policies: readonly Policy[];
  /**
   * Pass it as `pageToken` to get the next page. Absent on the last page.
   *
   * @example "eyJsYXN0X2lkIjogImFiYzEyMyJ9"
   */
  readonly nextPageToken?: string;
}

/** One rule of a policy. Its `operation` says which requests it is about. */
export type Rule = SignEvmTransactionRule | SendEvmTransactionRule | SignSolTransactionRule;

/**
 * What happens to a request that a rule matches.
 *
 * - `accept`: It is carried out.
 * - `reject`: It is refused.
 */
export type RuleAction = 'accept' | 'reject';

/** A rule about signing EVM transactions. */
export interface SignEvmTransactionRule {
  readonly action: RuleAction;
  /**
   * The requests that the rule is about.
   *
   * - `signEvmTransaction`: Requests to sign an EVM transaction.
   */
  readonly operation: 'signEvmTransaction';
  /** The rule matches a transaction for which all of these hold. */
  readonly criteria: readonly SignEvmTransactionCriterion[];
}

/** A rule about signing EVM transactions and sending them to a network. */
export interface SendEvmTransactionRule {
  readonly action: RuleAction;
  /**
   * The requests that the rule is about.
   *
   * - `sendEvmTransaction`: Requests to sign an EVM transaction and send it.
   */
  readonly operation: 'sendEvmTransaction';
  /** The rule matches a transaction for which all of these hold. */
  readonly criteria: readonly SendEvmTransactionCriterion[];
}

/** A rule about signing Solana transactions. */
export interface SignSolTransactionRule {
  readonly action: RuleAction;
  /**
   * The requests that the rule is about.
   *
   * - `signSolTransaction`: Requests to sign a Solana transaction.
   */
  readonly operation: 'signSolTransaction';
  /** The rule matches a transaction for which all of these hold. */
  readonly criteria: readonly SignSolTransactionCriterion[];
}

/** A condition of a rule. Which criteria a rule may have depends on its `operation`. */
export type Criterion =
  | EthValueCriterion
  | EvmAddressCriterion
  | EvmNetworkCriterion
  | SolAddressCriterion;

/** A condition of a rule about signing EVM transactions. */
export type SignEvmTransactionCriterion = EthValueCriterion | EvmAddressCriterion;

/** A condition of a rule about sending EVM transactions. */
export type SendEvmTransactionCriterion =
  | EthValueCriterion
  | EvmAddressCriterion
  | EvmNetworkCriterion;

/** A condition of a rule about signing Solana transactions. */
export type SignSolTransactionCriterion = SolAddressCriterion;

/** Compares the value that a transaction moves with a limit. */
export interface EthValueCriterion {
  /**
   * The kind of criterion.
   *
   * - `ethValue`: The value of the transaction.
   */
  readonly type: 'ethValue';
  /**
   * The limit in wei, a decimal integer.
   *
   * @example "1000000000000000000"
   */
  readonly ethValue: string;
  /**
   * How the transaction's value has to compare with `ethValue`.
   *
   * - `>`: It is more than the limit.
   * - `>=`: It is the limit or more.
   * - `<`: It is less than the limit.
   * - `<=`: It is the limit or less.
   * - `==`: It is exactly the limit.
   *
   * @example "<="
   */
  readonly operator: '>' | '>=' | '<' | '<=' | '==';
}

/** Compares the destination of a transaction with a list of addresses. */
export interface EvmAddressCriterion {
  /**
   * The kind of criterion.
   *
   * - `evmAddress`: The destination of the transaction.
   */
  readonly type: 'evmAddress';
  /** At most 100 addresses, compared without regard to letter case. */
  readonly addresses: readonly EvmAddressInput[];
  readonly operator: ListOperator;
}

/** Compares the network that a transaction is sent to with a list of networks. */
export interface EvmNetworkCriterion {
  /**
   * The kind of criterion.
   *
   * - `evmNetwork`: The network of the transaction.
   */
  readonly type: 'evmNetwork';
  /** The networks to compare with. */
  readonly networks: readonly EvmNetwork[];
  readonly operator: ListOperator;
}

/** Compares the recipients of a Solana transaction with a list of addresses. */
export interface SolAddressCriterion {
  /**
   * The kind of criterion.
   *
   * - `solAddress`: The recipients of the transaction.
   */
  readonly type: 'solAddress';
  /** The addresses to compare with; letter case counts. */
  readonly addresses: readonly SolanaAddress[];
  readonly operator: ListOperator;
}

/**
 * How a value has to relate to a list.
 *
 * - `in`: It is one of the list.
 * - `not in`: It is none of the list.
 */
export type ListOperator = 'in' | 'not in';

/**
 * An address on EVM networks as the platform writes it, in lower case.
 *
 * @example "0x742d35cc6634c0532925a3b844bc454e4438f44e"
 */
export type EvmAddress = string;

/**
 * An address on EVM networks in letters of either case.
 *
 * @example "0x742d35Cc6634C0532925a3b844Bc454e4438f44e"
 */
export type EvmAddressInput = string;

/**
 * An EVM network.
 *
 * - `base-sepolia`: The test network.
 * - `base`: The main network.
 */
export type EvmNetwork = 'base-sepolia' | 'base';

/**
 * An address on Solana, in base58.
 *
 * @example "HpabPRRCFbBKSuJr5PdkVvQc85FyxyTWkFM2obBRSvHT"
 */
export type SolanaAddress = string;

/**
 * A name for an account, unique in the project: 2 to 36 letters, digits and hyphens, neither beginning nor
 * ending with a hyphen.
 *
 * @example "my-account"
 */
export type AccountName = string;

/**
 * Identifies a policy; a UUID of any version.
 *
 * @example "123e4567-e89b-12d3-a456-426614174000"
 */
export type PolicyId = string;

/** An EVM account whose key the platform keeps. */
export interface EvmAccount {
  readonly address: EvmAddress;
  readonly name?: AccountName;
  /** The policies that govern the account, the project's first. */
  readonly policies?: readonly PolicyId[];
}

/** A new EVM account. */
export interface CreateEvmAccountRequest {
  readonly name?: AccountName;
  /** The policy of scope `account` to attach to the account. */
  readonly accountPolicy?: PolicyId;
}

/** What is to change; what is absent stays. */
export interface UpdateEvmAccountRequest {
  readonly name?: AccountName;
  /** The policy of scope `account` to attach, in place of the one that the account has. */
  readonly accountPolicy?: PolicyId;
}

/** A transaction to sign. */
export interface SignEvmTransactionRequest {
  /**
   * The RLP encoding of an unsigned EIP-1559 transaction, as hex with the prefix `0x`.
   *
   * @example "0x02ef83014a3480830f4240830f424082520894742d35cc6634c0532925a3b844bc454e4438f44e87038d7ea4c6800080c0"
   */
  readonly transaction: string;
}

/** A transaction with its signature, ready to be sent. */
export interface SignedEvmTransaction {
  /**
   * The RLP encoding of the signed transaction, as hex with the prefix `0x`.
   *
   * @example "0x02f87283014a3480830f4240830f424082520894742d35cc6634c0532925a3b844bc454e4438f44e87038d7ea4c6800080c001a0454349e422f05297191ead13e21d3db520e5abef52055e4964b82fb213f593a1a0043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89"
   */
  readonly signedTransaction: string;
}

/** A Solana account whose key the platform keeps. */
export interface SolanaAccount {
  readonly address: SolanaAddress;
  readonly name?: AccountName;
  /** The policies that govern the account, the project's first. */
  readonly policies?: readonly PolicyId[];
}

/** A new Solana account. */
export interface CreateSolanaAccountRequest {
  readonly name?: AccountName;
  /** The policy of scope `account` to attach to the account. */
  readonly accountPolicy?: PolicyId;
}

/** What is to change; what is absent stays. */
export interface UpdateSolanaAccountRequest {
  readonly name?: AccountName;
  /** The policy of scope `account` to attach, in place of the one that the account has. */
  readonly accountPolicy?: PolicyId;
}

/** A contract that acts for its owner. */
export interface EvmSmartAccount {
  readonly address: EvmAddress;
  /** Addresses whose keys sign for the account. For the time being there is one. */
  readonly owners: readonly EvmAddress[];
  readonly name?: AccountName;
}

/** A new smart account. */
export interface CreateEvmSmartAccountRequest {
  /** Addresses whose keys will sign for the account. For the time being there is one. */
  readonly owners: readonly EvmAddressInput[];
  readonly name?: AccountName;
}

/** What a user operation is to do. */
export interface PrepareUserOperationRequest {
  readonly network: EvmNetwork;
  /** The calls that the smart account is to make, in this order. */
  readonly calls: readonly CallInput[];
  /**
   * URL of the paymaster that is to pay for gas.
   *
   * @example "https://paymaster.example.com/v1/base"
   */
  readonly paymasterUrl?: string;
}

/** Calls that a smart account makes in one go. */
export interface UserOperation {
  readonly network: EvmNetwork;
  readonly userOpHash: UserOpHash;
  /** The calls that the smart account makes, in this order. */
  readonly calls: readonly Call[];
  readonly status: UserOperationStatus;
  /**
   * Hash of the transaction that included this user operation. Absent, or empty, until it has been broadcast and
   * the transaction is included in a block.
   *
   * @example "0x1c3e5a7092b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f70"
   */
  readonly transactionHash?: string;
}

/**
 * How far a user operation has come.
 *
 * - `pending`: Prepared; its owner has not signed it.
 * - `signed`: Signed by its owner; not yet handed to the network.
 * - `broadcast`: Handed to the network; not yet included in a block.
 * - `complete`: Included in a block.
 * - `failed`: It will not be included, or what it did was undone.
 */
export type UserOperationStatus = 'pending' | 'signed' | 'broadcast' | 'complete' | 'failed';

/**
 * Identifies a user operation and is what the owner of the smart account signs. It is not the hash of a
 * transaction.
 *
 * @example "0x9d4a2c6b8e0f1a3c5d7e9f0b2a4c6e8d0f1b3a5c7e9d0f2b4a6c8e0d1f3b5a7c"
 */
export type UserOpHash = string;

/** A call that a smart account makes. */
export interface Call {
  /** The address that is called. */
  readonly to: EvmAddress;
  /**
   * The amount in wei that the call carries, a decimal integer.
   *
   * @example "0"
   */
  readonly value: string;
  /**
   * What is passed to the callee, as hex with the prefix `0x`; `0x` alone is nothing.
   *
   * @example "0x"
   */
  readonly data: string;
}

/** A call for a smart account to make. */
export interface CallInput {
  /** The address to call. */
  readonly to: EvmAddressInput;
  /**
   * The amount in wei for the call to carry, a decimal integer.
   *
   * @example "0"
   */
  readonly value: string;
  /**
   * What to pass to the callee, as hex with the prefix `0x`; `0x` alone is nothing.
   *
   * @example "0x"
   */
  readonly data: string;
}

/** A standing order for notifications. */
export interface Webhook {
  /**
   * Identifies the webhook.
   *
   * @example "5f1c3a52-9d0e-4c7b-8e6a-2b4d6f8091a2"
   */
  readonly id?: string;
  /**
   * The network whose events are notified.
   *
   * @example "base-sepolia"
   */
  readonly network_id?: string;
  readonly event_type?: WebhookEventType;
  readonly event_type_filter?: WebhookEventTypeFilter;
  /** Filters for transfers. */
  readonly event_filters?: readonly WebhookEventFilter[];
  /**
   * Where notifications are sent.
   *
   * @example "https://hooks.example.com/transfers"
   */
  readonly notification_uri?: string;
  /**
   * When the webhook was created.
   *
   * @example "2025-03-25T12:00:00Z"
   */
  readonly created_at?: string;
  /**
   * When the webhook was last changed.
   *
   * @example "2025-03-26T12:00:00Z"
   */
  readonly updated_at?: string;
  /**
   * Text that comes along with every notification, so that the receiver knows it.
   *
   * @example "any-text-you-choose"
   */
  readonly signature_header?: string;
  readonly status: WebhookStatus;
}

/** One page of webhooks. */
export interface WebhookPage {
  /** The webhooks of this page. */
  readonly data: readonly Webhook[];
  /** Whether there is another page. */
  readonly has_more?: boolean;
  /**
   * Pass it as `page` to get the next page, if `has_more` is true. Opaque.
   *
   * @example "eyJuZXh0IjoiMTAifQ"
   */
  readonly next_page?: string;
}

/**
 * Whether a webhook sends notifications.
 *
 * - `active`: It sends notifications.
 * - `inactive`: It is kept, and sends none.
 */
export type WebhookStatus = 'active' | 'inactive';

/**
 * What a webhook notifies about.
 *
 * - `unspecified`: Not stated.
 * - `erc20_transfer`: Transfers of ERC-20 tokens.
 * - `erc721_transfer`: Transfers of ERC-721 tokens.
 * - `wallet_activity`: Whatever the addresses of a wallet take part in.
 * - `smart_contract_event_activity`: Events that contracts emit.
 */
export type WebhookEventType =
  | 'unspecified'
  | 'erc20_transfer'
  | 'erc721_transfer'
  | 'wallet_activity'
  | 'smart_contract_event_activity';

/** Narrows an event type down. Which of the two it is follows from `event_type`. */
export type WebhookEventTypeFilter = WebhookSmartContractFilter | WebhookWalletActivityFilter;

/** Filter for `smart_contract_event_activity`. */
export interface WebhookSmartContractFilter {
  /** The contracts whose events are notified. */
  readonly contract_addresses: readonly string[];
}

/** Filter for `wallet_activity`. A client may leave out the wallet when it changes the addresses. */
export interface WebhookWalletActivityFilter {
  /** The addresses to watch; all of the wallet's if absent. */
  readonly addresses?: readonly string[];
  /**
   * The wallet to watch.
   *
   * @example "6b1f0d0e-6c6f-4f6e-8a51-0d8f0a2f6a11"
   */
  readonly wallet_id?: string;
}

/** A transfer is notified if it fits all members that are present; of several filters one has to fit. */
export interface WebhookEventFilter {
  /** Contract of the token. */
  readonly contract_address?: EvmAddressInput;
  /** Who sends. */
  readonly from_address?: EvmAddressInput;
  /** Who receives. */
  readonly to_address?: EvmAddressInput;
}

/** A new webhook. */
export interface CreateWebhookRequest {
  /**
   * The network whose events are to be notified.
   *
   * @example "base-sepolia"
   */
  readonly network_id: string;
  readonly event_type: WebhookEventType;
  readonly event_type_filter?: WebhookEventTypeFilter;
  /** Filters for transfers. */
  readonly event_filters?: readonly WebhookEventFilter[];
  /**
   * Where notifications are to be sent.
   *
   * @example "https://hooks.example.com/transfers"
   */
  readonly notification_uri: string;
  /** Text to come along with every notification, so that the receiver knows it. */
  readonly signature_header?: string;
}

/** What is to change; what is absent stays. */
export interface UpdateWebhookRequest {
  readonly event_type_filter?: WebhookEventTypeFilter;
  /** Filters for transfers, in place of the present ones. */
  readonly event_filters?: readonly WebhookEventFilter[];
  /**
   * Where notifications are to be sent.
   *
   * @example "https://hooks.example.com/transfers"
   */
  readonly notification_uri?: string;
  readonly status?: WebhookStatus;
}

/** An asset of a network. */
export interface Asset {
  /**
   * The network.
   *
   * @example "base-sepolia"
   */
  readonly network_id: string;
  /**
   * Identifies the asset on its network.
   *
   * @example "usdc"
   */
  readonly asset_id: string;
  /**
   * How many decimal places the asset's smallest unit has.
   *
   * @example 6
   */
  readonly decimals?: number;
  /**
   * Contract of the token; absent for the network's own asset.
   *
   * @example "0x036cbd53842c5426634e7929541ec2318f3dcf7e"
   */
  readonly contract_address?: string;
}

/** Why a request failed. */
export interface ErrorBody {
  readonly errorType: ErrorType;
  /**
   * What went wrong, for a person.
   *
   * @example "body/rules: must have at most 10 items"
   */
  readonly errorMessage: string;
  /**
   * Identifies the request; name it when you ask for help.
   *
   * @example "41deb8d59a9dc9a7-IAD"
   */
  readonly correlationId?: string;
  /**
   * Where to read more.
   *
   * @example "https://docs.example.com/errors#invalid-request"
   */
  readonly errorLink?: string;
}

/**
 * What kind of error it is. There may be others than those listed.
 *
 * - `already_exists`: The thing exists, or a request with the same idempotency key is still running.
 * - `bad_gateway`: A service that the platform relies on answered with nonsense.
 * - `faucet_limit_exceeded`: The faucet has given as much as it may.
 * - `forbidden`: The caller is known, and not allowed to do this.
 * - `idempotency_error`: The idempotency key was used with another payload.
 * - `internal_server_error`: The platform failed; what happened to the request is not known.
 * - `invalid_request`: The request is not as described.
 * - `invalid_signature`: A signature in the request is not valid.
 * - `malformed_transaction`: The transaction cannot be read.
 * - `not_found`: There is no such thing.
 * - `policy_in_use`: The policy is attached to an account.
 * - `policy_violation`: A policy rejects the request.
 * - `rate_limit_exceeded`: There were too many requests; try later.
 * - `request_canceled`: The request was given up before it was done.
 * - `service_unavailable`: The platform cannot serve at the moment; try later.
 * - `timed_out`: It took too long.
 * - `unauthorized`: A credential is missing or not valid.
 */
export type ErrorType =
  | 'already_exists'
  | 'bad_gateway'
  | 'faucet_limit_exceeded'
  | 'forbidden'
  | 'idempotency_error'
  | 'internal_server_error'
  | 'invalid_request'
  | 'invalid_signature'
  | 'malformed_transaction'
  | 'not_found'
  | 'policy_in_use'
  | 'policy_violation'
  | 'rate_limit_exceeded'
  | 'request_canceled'
  | 'service_unavailable'
  | 'timed_out'
  | 'unauthorized'
  | (string & {});

/** Why a request to a path of version 1 failed. */
export interface ErrorBodyV1 {
  readonly code: ErrorCodeV1;
  /**
   * What went wrong, for a person.
   *
   * @example "webhook not found"
   */
  readonly message: string;
  /**
   * Identifies the request; name it when you ask for help.
   *
   * @example "41deb8d59a9dc9a7-IAD"
   */
  readonly correlation_id?: string;
}

/**
 * What kind of error it is. There may be others than those listed.
 *
 * - `already_exists`: The thing exists.
 * - `faucet_limit_reached`: The faucet has given as much as it may.
 * - `internal`: The platform failed; what happened to the request is not known.
 * - `invalid_address`: An address is not valid.
 * - `invalid_address_id`: An address identifier is not valid.
 * - `invalid_amount`: An amount is not valid.
 * - `invalid_asset_id`: There is no such asset on the network.
 * - `invalid_destination`: A destination is not valid.
 * - `invalid_network_id`: There is no such network.
 * - `invalid_page_limit`: The `limit` is out of range.
 * - `invalid_page_token`: The `page` is no cursor of this list.
 * - `invalid_signed_payload`: A signed payload is not valid.
 * - `invalid_transfer_id`: A transfer identifier is not valid.
 * - `invalid_transfer_status`: A transfer is in the wrong state.
 * - `invalid_wallet`: A wallet is not valid.
 * - `invalid_wallet_id`: A wallet identifier is not valid.
 * - `malformed_request`: The request is not as described.
 * - `network_feature_unsupported`: The network has no such feature.
 * - `not_found`: There is no such thing.
 * - `resource_exhausted`: There were too many requests, or too many things; try later.
 * - `unauthorized`: A credential is missing or not valid.
 * - `unimplemented`: The platform does not do this.
 * - `unsupported_asset`: The asset is not supported here.
 */
export type ErrorCodeV1 =
  | 'already_exists'
  | 'faucet_limit_reached'
  | 'internal'
  | 'invalid_address'
  | 'invalid_address_id'
  | 'invalid_amount'
  | 'invalid_asset_id'
  | 'invalid_destination'
  | 'invalid_network_id'
  | 'invalid_page_limit'
  | 'invalid_page_token'
  | 'invalid_signed_payload'
  | 'invalid_transfer_id'
  | 'invalid_transfer_status'
  | 'invalid_wallet'
  | 'invalid_wallet_id'
  | 'malformed_request'
  | 'network_feature_unsupported'
  | 'not_found'
  | 'resource_exhausted'
  | 'unauthorized'
  | 'unimplemented'
  | 'unsupported_asset'
  | (string & {});

/** Headers of a `tooManyRequests` response. */
export interface TooManyRequestsHeaders {
  /**
   * When to try again, in seconds or as an HTTP date.
   *
   * @example "5"
   */
  readonly 'Retry-After'?: string;
}

/** Headers of a `serviceUnavailable` response. */
export interface ServiceUnavailableHeaders {
  /**
   * When to try again, in seconds or as an HTTP date.
   *
   * @example "5"
   */
  readonly 'Retry-After'?: string;
}

/** Headers of a `tooManyRequests` response. */
export interface TooManyRequestsV1Headers {
  /**
   * When to try again, in seconds or as an HTTP date.
   *
   * @example "5"
   */
  readonly 'Retry-After'?: string;
}
