import { handle } from "../../http/handle.ts";
import { rateLabelEndpoint } from "../../shop/shipments/labels.api.ts";
import { rateLabel } from "../../shop/shipments/labels.server.ts";

export const { POST, ALL } = handle(rateLabelEndpoint, ({ body }) => rateLabel(body));
