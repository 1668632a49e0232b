/** Loads the notice of unpaid orders where this browser has ordered. The cart asks for orders of other browsers too. */
import { hasOrdered } from "../shop/orders/last-ordered.ts";
import { loadWhen } from "./load-when.ts";
import { unpaidNoticeUrl } from "./script-urls.ts";

const isDue = () => hasOrdered() || location.pathname === "/cart";
loadWhen(isDue, unpaidNoticeUrl, window, "storage", "pageshow");
