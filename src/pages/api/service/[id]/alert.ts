import { allowOnly, handle } from "../../../../http/handle.ts";
import {
	addStockAlertEndpoint,
	removeStockAlertEndpoint,
} from "../../../../shop/stock-alerts/stock-alerts.api.ts";
import {
	addStockAlert,
	removeStockAlert,
} from "../../../../shop/stock-alerts/stock-alerts.server.ts";

export const { PUT } = handle(addStockAlertEndpoint, ({ caller, params }) =>
	addStockAlert(caller, params.id),
);
export const { DELETE } = handle(removeStockAlertEndpoint, ({ caller, params }) =>
	removeStockAlert(caller, params.id),
);
export const ALL = allowOnly("PUT", "DELETE");
