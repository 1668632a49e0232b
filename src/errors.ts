/** The shop's errors: their codes, HTTP statuses and response body. */

/** The HTTP status of each error code. The messages are in messages/messages.ts. */
export const statusByCode = {
	malformed: 400,
	unauthenticated: 401,
	forbidden: 403,
	foreign_origin: 403,
	https_required: 403,
	not_found: 404,
	method_not_allowed: 405,
	request_timeout: 408,
	out_of_stock: 409,
	price_changed: 409,
	checkout_required: 409,
	already_paid: 409,
	order_closed: 409,
	idempotency_mismatch: 409,
	not_shippable: 409,
	already_shipped: 409,
	no_mail: 409,
	not_refundable: 409,
	not_cancellable: 409,
	stock_changed: 409,
	tool_changed: 409,
	setting_changed: 409,
	shop_closed: 409,
	address_taken: 409,
	too_many_open: 409,
	last_reserved: 409,
	not_verified: 409,
	last_admin: 409,
	own_account: 409,
	account_blocked: 409,
	admin_account: 409,
	payment_incomplete: 409,
	payment_processing: 409,
	payment_mismatch: 409,
	gone: 410,
	too_large: 413,
	unsupported_media: 415,
	invalid: 422,
	label_refused: 422,
	too_many: 429,
	internal: 500,
	payments_failed: 502,
	payments_unavailable: 503,
	labels_unavailable: 503,
	image_quota: 503,
	unavailable: 503,
	payments_timeout: 504,
} as const;

export type ErrorCode = keyof typeof statusByCode;

/** Messages by field path, for forms. */
export type FieldErrors = Record<string, string>;

/** The body of every error response. */
export interface ErrorBody {
	error: { code: ErrorCode; message: string; fields?: FieldErrors };
}

/** The error that all layers throw. http/handle turns it into a response. */
export class ShopError extends Error {
	readonly code: ErrorCode;
	readonly fields: FieldErrors | undefined;
	/** When to retry, in seconds, if known (Retry-After). */
	readonly retryAfterS: number | undefined;

	constructor(
		code: ErrorCode,
		options: { message?: string; fields?: FieldErrors; cause?: unknown; retryAfterS?: number } = {},
	) {
		super(options.message ?? code, { cause: options.cause });
		this.name = "ShopError";
		this.code = code;
		this.fields = options.fields;
		this.retryAfterS = options.retryAfterS;
	}

	get status(): number {
		return statusByCode[this.code];
	}
}

/** Returns the code of an error for the log: `internal` if it is none of the shop's errors. */
export function errorCode(error: unknown): ErrorCode {
	return error instanceof ShopError ? error.code : "internal";
}

/** Whether a value from a response is an error code of the shop. */
export function isErrorCode(code: unknown): code is ErrorCode {
	return typeof code === "string" && Object.hasOwn(statusByCode, code);
}
