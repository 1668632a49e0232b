/**
 * The script of /widgets, whose elements and configurator leave little room: the page shows no stock that an order changes, and no
 * unpaid order, and browsers don't prerender it.
 */
import "./cart-count.ts";
import "./fit/late-bike.ts";
import "./search-focus.ts";
import "./widgets/configurator.ts";
import { storePartner } from "../shop/partners/partner-storage.ts";

storePartner(location.href, document.referrer);
