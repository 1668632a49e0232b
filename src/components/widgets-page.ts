/**
 * The script of /widgets, whose elements and configurator leave little room: it loads the chip of the bike only
 * for who has one, and shows no stock that an order changes.
 */
import "./parsed.ts";
import "./cart-count.ts";
import { hasBikes } from "../shop/fit/bike-storage.ts";
import { bikeChipUrl } from "./script-urls.ts";
import "./search-focus.ts";
import "./visit.ts";
import "./widgets/configurator.ts";

if (hasBikes()) import(/* @vite-ignore */ bikeChipUrl);
