/** A shop as the doctor meets it, wherever it runs. */
import type Stripe from "stripe";
import type { Bucket } from "./check-pictures.ts";
import type { RunQuery } from "./check-tables.ts";
import type { Finding } from "./report.ts";

/** Thrown where a shop can't be looked at; its message is for people. */
export class UnavailableError extends Error {}

export interface DoctorTarget {
	/** Which shop it is, for the report. */
	name: string;
	query: RunQuery;
	/** Runs statements in one transaction and gives how many rows the last one changed. */
	execute(statements: string[]): Promise<number>;
	/** What the bucket holds; absent where it can't be listed. */
	listBucket?: () => Promise<Bucket>;
	/** Stripe with the shop's key. Throws CannotLook. */
	connectStripe(): Promise<Stripe>;
	/** What is missing or wrong among settings and secrets. */
	checkSettings(): Promise<{ checked: number; findings: Finding[] }>;
	/** Runs the scheduled job once. Throws CannotLook where only the shop itself can. */
	runJob(): Promise<void>;
	/** Brings Stripe's event of a payment that went through to the shop. Throws CannotLook. */
	redeliverEvent(intentId: string): Promise<void>;
	close(): Promise<void>;
}
