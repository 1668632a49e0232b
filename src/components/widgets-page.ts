/**
 * The script of /widgets, whose elements and configurator leave no room for more: it shows no bike, and no stock
 * that an order changes.
 */
import "./parsed.ts";
import "./cart-count.ts";
import "./search-focus.ts";
import "./visit.ts";
