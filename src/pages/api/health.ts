import { version } from "../../../package.json";
import { handle } from "../../http/handle.ts";
import { type Health, healthEndpoint, healthStatus } from "../../http/health.api.ts";
import { memoizeFor } from "../../platform/cache/memoize-for.ts";
import { isDatabaseHealthy } from "../../platform/database/database.ts";
import { isImageStoreHealthy } from "../../platform/services/images.ts";
import { isStripeHealthy } from "../../platform/services/stripe.ts";

/** How long a result is memoized, in milliseconds: the check is public and must stay cheap. */
const checkIntervalMs = 5_000;

const checkHealth = memoizeFor(checkIntervalMs, async (): Promise<Health> => {
	const [database, images, payments] = await Promise.all([
		isDatabaseHealthy(),
		isImageStoreHealthy(),
		isStripeHealthy(),
	]);
	const ok = database && images && payments;
	return { ok, version, database, images, payments };
});

export const { GET, ALL } = handle(healthEndpoint, () => checkHealth(), healthStatus);
