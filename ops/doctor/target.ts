/** The shop that the doctor checks and that a backup copies, local or deployed. */
import type Stripe from "stripe";
import type { Bucket } from "./check-images.ts";
import type { RunQuery } from "./check-tables.ts";
import type { Finding } from "./report.ts";

/** Thrown if the shop or a part of it can't be reached; the report shows its message. */
export class UnavailableError extends Error {}

export interface DoctorTarget {
	/** The shop's name in the report. */
	name: string;
	query: RunQuery;
	/** Runs statements in one transaction and returns the number of rows the last one changed. */
	execute(statements: string[]): Promise<number>;
	/** Lists the bucket; absent if it can't be listed. */
	listBucket?: () => Promise<Bucket>;
	/** Reads an original from the bucket; undefined if it is not there. */
	readImage(key: string): Promise<Uint8Array | undefined>;
	/** Connects to Stripe with the shop's key. Throws UnavailableError. */
	connectStripe(): Promise<Stripe>;
	/** Checks settings and secrets. */
	checkSettings(): Promise<{ checked: number; findings: Finding[] }>;
	/** Runs the scheduled job once. Throws UnavailableError if only the shop itself can. */
	runJob(): Promise<void>;
	/** Redelivers the event of a succeeded payment to the shop. Throws UnavailableError. */
	redeliverEvent(intentId: string): Promise<void>;
	close(): Promise<void>;
}
