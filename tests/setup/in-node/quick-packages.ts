/** Packages at less cost, for tests in Node: hashes of passwords, and waits before a call to Stripe is repeated. */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import Stripe from "stripe";

/** scrypt's cost in better-auth, most of the CPU time of a sign-in (vitest.config.ts does the same on workerd). */
const cost = 16384;
const quickCost = 16;

declare global {
	/** Node's own `scrypt`. */
	var scryptOfNode: typeof crypto.scrypt | undefined;
}

globalThis.scryptOfNode ??= crypto.scrypt;
const scrypt = globalThis.scryptOfNode;

function quickScrypt(
	password: crypto.BinaryLike,
	salt: crypto.BinaryLike,
	length: number,
	options: crypto.ScryptOptions,
	callback: (error: Error | null, key: Buffer) => void,
): void {
	if (options.N !== cost) throw new Error(`better-auth's scrypt has the cost ${options.N}.`);
	scrypt(password, salt, length, { ...options, N: quickCost }, callback);
}

Object.assign(crypto, { scrypt: quickScrypt });
syncBuiltinESMExports();

/** In seconds; Stripe's own is half a second. */
Stripe.prototype.getInitialNetworkRetryDelay = () => 0.001;
