/**
 * Loads the notice of unpaid orders where this browser has ordered. The cart asks for orders of other browsers too. The server
 * makes that of the checkout, from which Back leads on to what was paid.
 */
import { hasOrdered, lastPaid } from "../shop/orders/last-ordered.ts";
import { loadWhen } from "./load-when.ts";
import { unpaidNoticeUrl } from "./script-urls.ts";

const { pathname } = location;
const isDue = () =>
	pathname === "/cart" || (pathname === "/checkout" ? lastPaid() !== null : hasOrdered());
loadWhen(isDue, unpaidNoticeUrl, window, "storage", "pageshow");
