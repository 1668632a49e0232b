import { useEffect, useState } from "react";
import { call } from "../../http/call.ts";
import { readShippingEndpoint } from "../../shop/costs/shipping.api.ts";
import type { PricingConfig } from "../../shop/costs/totals.ts";

/** What the shop ships and taxes by, and until when it takes no orders, if so. */
export interface ShippingNow extends PricingConfig {
	closedUntil?: string;
}

/** Reads it for a page that was made before; undefined until then, and if it can't be read. */
export function useShipping(): ShippingNow | undefined {
	const [now, setNow] = useState<ShippingNow>();
	useEffect(() => {
		call(readShippingEndpoint, {}).then(setNow, () => undefined);
	}, []);
	return now;
}
