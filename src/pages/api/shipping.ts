import { handle } from "../../http/handle.ts";
import { readShippingEndpoint } from "../../shop/costs/shipping.api.ts";
import { shippingNow } from "../../shop/settings/settings.server.ts";

export const { GET, ALL } = handle(readShippingEndpoint, shippingNow);
