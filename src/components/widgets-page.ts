/** The script of /widgets, whose elements and configurator leave no room for the rider's bike. */
import "./page.ts";
import "./search-focus.ts";
