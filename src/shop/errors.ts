/** How a call is refused: a code, its HTTP status, and the shape that goes over the wire. */

/** Every code the shop refuses with, and the status that carries it. Words are in messages.ts. */
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
	already_paid: 409,
	order_closed: 409,
	idempotency_mismatch: 409,
	not_shippable: 409,
	stock_changed: 409,
	too_many_open: 409,
	not_verified: 409,
	last_admin: 409,
	payment_incomplete: 409,
	payment_mismatch: 409,
	too_large: 413,
	unsupported_media: 415,
	invalid: 422,
	too_many: 429,
	internal: 500,
	payments_failed: 502,
	payments_unavailable: 503,
	unavailable: 503,
	payments_timeout: 504,
} as const;

export type ErrorCode = keyof typeof statusByCode;

/** Messages by field path, as a form shows them. */
export type FieldErrors = Record<string, string>;

/** The body of every refusal. */
export interface ErrorBody {
	error: { code: ErrorCode; message: string; fields?: FieldErrors };
}

/** Thrown wherever the shop refuses; only http/handle turns it into a response. */
export class ShopError extends Error {
	readonly code: ErrorCode;
	readonly fields: FieldErrors | undefined;
	/** How soon to try again, in seconds, where that is known. */
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

/** Whether a code names one of ours: what came over the wire is not trusted. */
export function isErrorCode(code: unknown): code is ErrorCode {
	return typeof code === "string" && Object.hasOwn(statusByCode, code);
}
