/** The header with which a client may repeat a write: docs/api.md. */

/** Header that makes a repeated call return what the first one did. */
export const idempotencyHeader = "Idempotency-Key";

/** Maximum length of an Idempotency-Key in characters, the same as Stripe's (Stripe API: Idempotent requests). */
export const maxIdempotencyKeyLength = 255;
