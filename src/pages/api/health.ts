import { version } from "../../../package.json";
import { handle, only } from "../../http/handle.ts";
import { type Health, healthEndpoint } from "../../http/health.ts";
import { databaseAnswers } from "../../platform/database.ts";
import { imagesAnswer } from "../../platform/images.ts";
import { stripeAnswers } from "../../platform/stripe.ts";

export const GET = handle(healthEndpoint, async (): Promise<Health> => {
	const [database, images, payments] = await Promise.all([
		databaseAnswers(),
		imagesAnswer(),
		stripeAnswers(),
	]);
	const ok = database && images && payments;
	return { ok, version, database, images, payments };
});

export const ALL = only("GET");
