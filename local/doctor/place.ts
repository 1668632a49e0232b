/** A shop as the doctor meets it, wherever it runs. */
import type Stripe from "stripe";
import type { Ask } from "./checks.ts";
import type { Finding } from "./findings.ts";
import type { Bucket } from "./pictures.ts";

/** Thrown where a shop can't be looked at; its message is for people. */
export class CannotLook extends Error {}

export interface Place {
	/** Which shop it is, for the report. */
	name: string;
	ask: Ask;
	/** Runs statements in one transaction and gives how many rows the last one changed. */
	change(statements: string[]): Promise<number>;
	/** What the bucket holds; absent where it can't be listed. */
	bucket?: () => Promise<Bucket>;
	/** Stripe with the shop's key. Throws CannotLook. */
	stripe(): Promise<Stripe>;
	/** What is missing or wrong among settings and secrets. */
	settings(): Promise<{ looked: number; findings: Finding[] }>;
	/** Runs the scheduled job once. Throws CannotLook where only the shop itself can. */
	runJob(): Promise<void>;
	/** Brings Stripe's event of a payment that went through to the shop. Throws CannotLook. */
	tellOf(intentId: string): Promise<void>;
	close(): Promise<void>;
}
