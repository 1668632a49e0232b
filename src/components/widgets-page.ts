/** The script of /widgets, whose elements and configurator leave little room: it shows no stock that an order changes. */
import "./cart-count.ts";
import "./fit/late-bike.ts";
import "./late-notice.ts";
import "./search-focus.ts";
import "./visit.ts";
import "./widgets/configurator.ts";
