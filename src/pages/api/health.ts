import { version } from "../../../package.json";
import { handle, only } from "../../http/handle.ts";
import { type Health, healthEndpoint, healthStatus } from "../../http/health.ts";
import { databaseAnswers } from "../../platform/database.ts";
import { imagesAnswer } from "../../platform/images.ts";
import { rarely } from "../../platform/rarely.ts";
import { stripeAnswers } from "../../platform/stripe.ts";

/** How long one look counts for everyone who asks, in milliseconds: asking must cost next to nothing. */
const lookMs = 5_000;

const look = rarely(lookMs, async (): Promise<Health> => {
	const [database, images, payments] = await Promise.all([
		databaseAnswers(),
		imagesAnswer(),
		stripeAnswers(),
	]);
	const ok = database && images && payments;
	return { ok, version, database, images, payments };
});

export const GET = handle(healthEndpoint, () => look(), healthStatus);

export const ALL = only("GET");
