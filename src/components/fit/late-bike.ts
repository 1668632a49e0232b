/** Loads the chip of the chosen bike and the marks of tools once a bike is chosen, which few visitors have. */
import { bikeEvent, hasBikes } from "../../shop/fit/bike-storage.ts";
import { loadWhen } from "../load-when.ts";
import { fitMarksUrl } from "../script-urls.ts";

loadWhen(hasBikes, fitMarksUrl, window, "storage", bikeEvent);
