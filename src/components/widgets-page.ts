/** The script of /widgets, whose elements and configurator leave little room: the page shows no stock that an order changes, and no unpaid order. */
import "./cart-count.ts";
import "./fit/late-bike.ts";
import "./search-focus.ts";
import "./visit.ts";
import "./widgets/configurator.ts";
